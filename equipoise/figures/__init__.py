"""Charts as Vega-Lite specifications, built once and fed small tables."""
