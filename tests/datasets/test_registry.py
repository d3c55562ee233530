"""Each committed data set is one line of a table."""

import argparse

import pytest

from equipoise.datasets import DATASETS
from equipoise.datasets.__main__ import main
from equipoise.datasets.adult.audit import adult_audit


def test_the_command_line_offers_all(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    assert all(name in said for name in DATASETS)


@pytest.mark.parametrize("name", DATASETS)
def test_each_adds_the_command_of_its_name(name: str) -> None:
    parser = argparse.ArgumentParser()
    DATASETS[name].add_command(parser.add_subparsers())
    assert parser.parse_args([name, "--check"]).check


def test_what_is_known_of_an_audit_is_what_the_audit_has() -> None:
    found = DATASETS["adult"]
    assert found.comparisons is found.audit().comparisons
    assert found.vocabulary is found.audit().vocabulary


def test_an_audit_is_the_same_each_time() -> None:
    assert DATASETS["adult"].audit() is adult_audit()
