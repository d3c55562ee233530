"""The version of Equipoise; `.github/CHANGELOG.md` says what each one changed."""

__version__ = "0.2.0"
