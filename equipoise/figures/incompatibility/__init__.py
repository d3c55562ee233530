"""The Incompatibility page's pictures, arithmetic and sentences."""
