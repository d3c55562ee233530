"""The Metrics page's pictures, tables and sentences."""
