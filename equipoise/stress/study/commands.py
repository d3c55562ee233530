"""``python -m equipoise.stress paper`` and ``finding``: the recorded results, run anew."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from equipoise.foreign import on_terminal
from equipoise.io.artifacts import ArtifactError
from equipoise.io.writing import check_target
from equipoise.stress.errors import ParameterError
from equipoise.stress.study.artifact import ARTIFACT, PaperStudy, load_paper
from equipoise.stress.study.curves import REPEATS, Curve, N
from equipoise.stress.study.findings import establish
from equipoise.stress.study.paper import SEED, Settings, run_paper
from equipoise.stress.study.quoted import WITHIN, check
from equipoise.stress.study.recorded import FINDINGS, NUMBERS, Finding, record

_FAILURES = (ParameterError, ArtifactError, OSError, ImportError)


def add_study(commands: Any) -> None:
    """Add the commands "paper" and "finding" to the subparsers of a parser."""
    paper = commands.add_parser(
        "paper",
        help="run the paper's study: ten curves, seven models",
        description="Run the study of Akpinar et al. (2022), write its artifact, and check the "
        "figures the paper quotes. A run that was stopped goes on where it was.",
    )
    paper.set_defaults(work=_paper)
    paper.add_argument("--out", type=Path, default=ARTIFACT, metavar="FILE")
    paper.add_argument("--repeats", type=int, default=REPEATS, help=f"(default: {REPEATS})")
    paper.add_argument("--n", type=int, default=N, help=f"rows a repeat (default: {N})")
    paper.add_argument("--seed", type=int, default=SEED, help=f"(default: {SEED})")
    paper.add_argument("--jobs", type=int, default=2, help="processes at a time (default: 2)")
    paper.add_argument(
        "--check", action="store_true", help="run nothing: check the artifact as it is"
    )
    finding = commands.add_parser(
        "finding",
        help="establish one of the four findings, with Fairlearn",
        description="Run what establishes a finding, and print whether it holds.",
    )
    finding.set_defaults(work=_finding)
    finding.add_argument("number", type=int, choices=NUMBERS)
    finding.add_argument("--repeats", type=int, default=REPEATS, help=f"(default: {REPEATS})")
    finding.add_argument("--n", type=int, default=N, help=f"rows a repeat (default: {N})")
    finding.add_argument(
        "--record", action="store_true", help=f"write it into data/{FINDINGS.name}"
    )


def _paper(options: argparse.Namespace) -> int:
    """Return 0 if every figure of the published grid holds, else 1."""
    try:
        if options.check:
            study = load_paper(options.out)
        else:
            settings = Settings(
                options.out, options.repeats, options.n, options.seed, options.jobs
            )
            study = run_paper(settings, _Clock())
            _say("")
    except KeyboardInterrupt:
        _say("\nStopped. What was finished is kept; the same command goes on from there.")
        return 130
    except _FAILURES as error:
        _say(f"error: {error}")
        return 1
    return _print_figures(study)


class _Clock:
    """Prints how far a run is and about how long it will take."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.resumed: int | None = None
        self.shown = -1

    def __call__(self, curve: Curve, done: int, total: int) -> None:
        if done == self.shown:
            return
        if self.resumed is None:
            self.resumed = done
        self.shown = done
        # What an earlier run has kept cost this one no time.
        passed, fresh = time.monotonic() - self.started, done - self.resumed
        left = f", about {passed / fresh * (total - done) / 60:.0f} min left" if fresh else ""
        _say(f"{done} of {total} repeats, {curve.key}, {passed / 60:.1f} min{left}")


def _print_figures(study: PaperStudy) -> int:
    """Print every quoted figure beside the study's, and how many hold; return the status."""
    source = study.provenance
    print(
        f"{source.repeats} repeats of {source.n:,} rows, seed {source.seed}: "
        f"{source.cpu_minutes:.1f} minutes of processor, {source.wall_minutes:.1f} of the clock "
        f"with {source.jobs} processes."
    )
    print(f"{'minority fidelity':53}{'published':>11}{'replay':>8}{'here':>8}{'error':>7}")
    checked = list(check(study))
    for figure in checked:
        name, published = f"    {figure.model}", ""
        if figure.is_main:
            name, published = figure.quoted.name, figure.quoted.published
        verdict = "holds" if figure.holds else "DIFFERS"
        alone = "" if figure.holds_strictly else " (not by the error of the replay alone)"
        print(
            f"{name:53}{published:>11}{figure.expected:8.3f}{figure.found:8.3f}"
            f"{figure.error:7.3f}  {verdict}{alone}"
        )
    main = [figure for figure in checked if figure.is_main]
    others = [figure for figure in checked if not figure.is_main]
    for figures, whose in ((main, "of the grid as published"), (others, "of other models")):
        held = sum(figure.holds for figure in figures)
        print(f"{held} of {len(figures)} {whose} within {WITHIN} standard errors of the replay.")
    return 0 if all(figure.holds for figure in main) else 1


def _finding(options: argparse.Namespace) -> int:
    """Return 0 if the finding holds, else 1."""
    try:
        if options.record:
            check_target(FINDINGS)
        finding = establish(options.number, repeats=options.repeats, n=options.n)
        _print_finding(finding)
        if options.record:
            record(finding)
            print(f"Recorded in {FINDINGS}.")
    except KeyboardInterrupt:
        _say("\nStopped; nothing was recorded.")
        return 130
    except _FAILURES as error:
        _say(f"error: {error}")
        return 1
    return 0 if finding.holds else 1


def _print_finding(finding: Finding) -> None:
    print(f"Finding {finding.number}: {finding.claim}\n\n{finding.setting}\n\n{finding.found}\n")
    print(finding.table.to_string(index=False))
    source = finding.provenance
    print(
        f"\n{source.cpu_minutes:.1f} minutes of processor, {source.wall_minutes:.1f} of the clock."
    )
    print("It holds." if finding.holds else "It does NOT hold.")


def _say(text: str) -> None:
    print(on_terminal(text), file=sys.stderr, flush=True)
