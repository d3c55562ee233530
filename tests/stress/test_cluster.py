"""Runs on a real cluster: started elsewhere, in pieces, late, incomplete, or not there."""

import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from equipoise.stress import Data, Design, LabelNoise, Synthetic, run
from equipoise.stress.__main__ import main
from equipoise.stress.errors import ClusterError, ParameterError
from tests.stress.machines import PATIENCE, Machines
from tests.waiting import until

pytest.importorskip("distributed", reason="distributed is not installed")

DESIGN = Design(Synthetic(), LabelNoise(), levels=(0.0, 0.2), n=400)
REPEATS = 6


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Machines with a worker that outlives a test."""
    found = Machines(tmp_path_factory.mktemp("staffed"))
    found.worker(nanny=True)
    yield found
    found.close()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    found = Machines(tmp_path_factory.mktemp("empty"))
    yield found
    found.close()


@pytest.fixture
def machines(empty: Machines) -> Iterator[Machines]:
    """Machines without a worker."""
    yield empty
    empty.send_home()


@pytest.fixture(scope="module")
def expected() -> pd.DataFrame:
    return run(DESIGN, repeats=REPEATS)


@pytest.fixture
def aside() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def held_up(folder: Path) -> Callable[[Data, float, np.random.Generator], Data]:
    """Return a bias that names its process in a folder and waits until "go" lies there.

    A function within a function is sent to the workers by what it does.
    """
    place = str(folder)

    def bias(data: Data, amount: float, rng: np.random.Generator) -> Data:
        from pathlib import Path

        with (Path(place) / str(os.getpid())).open("a") as file:
            file.write(f"{amount}\n")
        while not (Path(place) / "go").exists():
            time.sleep(0.02)
        return data

    return bias


def at_work(folder: Path) -> list[int]:
    """Return the processes that have begun."""
    return [int(file.name) for file in folder.iterdir() if file.name.isdigit()]


def on(machines: Machines, design: Design = DESIGN, **options: Any) -> pd.DataFrame:
    usual = {"repeats": REPEATS, "patience": PATIENCE}
    return run(design, backend=f"dask:{machines.address}", **(usual | options))


def test_started_as_anybody_starts_it(
    staffed: Machines, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    asked = "run --bias label-noise --amount 0 0.2 --n 400 --repeats 4 --repair grid-search --out"
    alone, together = tmp_path / "alone.csv", tmp_path / "together.csv"
    assert main([*asked.split(), str(alone)]) == 0
    there = [*asked.split(), str(together), "--backend", f"dask:{staffed.address}"]
    there += ["--patience", str(PATIENCE)]
    assert main(there) == 0, capsys.readouterr().err
    assert together.read_bytes() == alone.read_bytes()
    assert staffed.left() == (0, 0)


def test_one_joins_late_and_dies(
    staffed: Machines, tmp_path: Path, aside: ThreadPoolExecutor
) -> None:
    design = Design(Synthetic(), held_up(tmp_path), levels=(0.0, 0.2), n=400)
    running = aside.submit(on, staffed, design)
    until(lambda: at_work(tmp_path), what="a repeat begun")
    late = staffed.worker()
    until(lambda: late.pid in at_work(tmp_path), what="a repeat begun by who came late")
    late.kill()
    (tmp_path / "go").touch()
    found = running.result(timeout=PATIENCE)
    assert found.attrs["notes"] == []
    pd.testing.assert_frame_equal(found, run(design, repeats=REPEATS))


def test_when_nobody_is_left_it_says_so_and_keeps_what_is_done(
    machines: Machines, expected: pd.DataFrame, tmp_path: Path
) -> None:
    worker = machines.worker()
    machines.wait(1)
    kept, said = tmp_path / "kept.jsonl", list[str]()

    def kill(done: int, total: int) -> None:
        if done:
            worker.kill()

    options: dict[str, Any] = {"results": kept, "patience": 1.0, "note": said.append, "n_jobs": 1}
    with pytest.raises(ClusterError, match="For 1 seconds no worker was connected to tcp://"):
        on(machines, progress=kill, **options)
    assert said[-1].startswith(f"No worker is connected to {machines.address}")
    done = len(kept.read_text().splitlines())
    assert 1 <= done < REPEATS
    seen: list[int] = []
    found = run(DESIGN, repeats=REPEATS, results=kept, progress=lambda now, _: seen.append(now))
    assert seen[0] == done
    pd.testing.assert_frame_equal(found, expected)


def test_without_a_worker_it_does_not_wait_for_ever(machines: Machines) -> None:
    said: list[str] = []
    with pytest.raises(ClusterError, match=re.escape(f"dask worker {machines.address}")):
        on(machines, patience=0.5, note=said.append)
    assert len(said) == 1
    assert "waiting up to 0.5 seconds" in said[0]
    stop = threading.Event()
    stopped = on(machines, stop=stop, note=lambda sentence: stop.set())
    assert stopped.attrs["repeats"] == 0
    assert len(stopped.attrs["notes"]) == 1
    assert machines.left() == (0, 0)


def test_a_worker_that_lacks_a_library_or_has_another(
    machines: Machines, expected: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lacking one is an error at the start; who comes later is left out. Another is noted."""
    other, broken = tmp_path / "other", tmp_path / "broken"
    for folder, source in ((other, "__version__ = '0.1'"), (broken, "raise ImportError('gone')")):
        folder.mkdir()
        (folder / "fairlearn.py").write_text(source)
    # An older clone on a worker's path does not come into play.
    (other / "equipoise").mkdir()
    (other / "equipoise" / "__init__.py").write_text("raise RuntimeError('an older clone')")
    machines.worker(path=other)
    (differing,) = machines.wait(1)
    monkeypatch.setattr("equipoise.stress.roll._EVERY", 0.0)

    def later(done: int, total: int) -> None:
        if done == 1:
            machines.worker(path=broken)
            machines.wait(2)

    said: list[str] = []
    found = on(machines, progress=later, note=said.append, n_jobs=1)
    pd.testing.assert_frame_equal(found, expected)
    (lacking,) = set(machines.wait(2)) - {differing}
    assert said[0].startswith(f"fairlearn is 0.1 on {differing}, and ")
    assert said[1].startswith(
        f"The worker {lacking} is left out: it cannot import fairlearn (gone"
    )
    assert "pip install -r requirements.txt" in said[1]
    assert found.attrs["notes"] == said
    with pytest.raises(ClusterError, match=f"{lacking}: it cannot import fairlearn"):
        on(machines)


def test_a_worker_with_another_python(machines: Machines, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import platform; platform.python_version = lambda: '3.99.1'"
    )
    machines.worker(path=tmp_path)
    (worker,) = machines.wait(1)
    with pytest.raises(ClusterError, match=f"{worker}: it runs Python 3.99, and this run Python"):
        on(machines)


def test_a_part_that_a_worker_cannot_load(
    staffed: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def bias(data, amount, rng):\n    return data\n")
    monkeypatch.syspath_prepend(tmp_path)
    import only_here  # type: ignore[import-not-found]

    design = Design(Synthetic(), only_here.bias, levels=(0.0,), n=400)
    with pytest.raises(ParameterError, match="No module named 'only_here'"):
        on(staffed, design)
    lock = threading.Lock()
    unsendable = Design(Synthetic(), lambda data, amount, rng: lock and data, (0.0,), n=400)
    with pytest.raises(ParameterError, match="cannot be sent to a cluster"):
        on(staffed, unsendable)


@pytest.mark.parametrize("error", [ParameterError("too odd"), TimeoutError("too slow")])
def test_what_a_repeat_raises_is_raised(staffed: Machines, error: Exception) -> None:
    def bias(data: Data, amount: float, rng: np.random.Generator) -> Data:
        raise error

    with pytest.raises(type(error), match=str(error)):
        on(staffed, Design(Synthetic(), bias, levels=(0.0,), n=400))


def test_a_cluster_that_is_restarted(
    machines: Machines, tmp_path: Path, aside: ThreadPoolExecutor
) -> None:
    design = Design(Synthetic(), held_up(tmp_path), levels=(0.0,), n=400)
    machines.worker()
    running = aside.submit(on, machines, design)
    until(lambda: at_work(tmp_path), what="a repeat begun")
    machines.client.restart(wait_for_workers=False)
    with pytest.raises(ClusterError, match="or the cluster was restarted"):
        running.result(timeout=PATIENCE)


def test_workers_may_go_when_all_is_done(
    machines: Machines, expected: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("equipoise.stress.roll._EVERY", 0.0)
    worker = machines.worker()

    def kill(done: int, total: int) -> None:
        if done == total:
            worker.kill()
            until(lambda: not machines.client.nthreads(), what="no worker")

    found = on(machines, progress=kill, patience=30.0)
    pd.testing.assert_frame_equal(found, expected)
    assert len(found.attrs["notes"]) <= 1  # The wait for the worker at the start.


def test_stopping_takes_everything_back(
    staffed: Machines, tmp_path: Path, aside: ThreadPoolExecutor, expected: pd.DataFrame
) -> None:
    design = Design(Synthetic(), held_up(tmp_path), levels=(0.0, 0.1, 0.2), n=400)
    stop = threading.Event()
    running = aside.submit(on, staffed, design, stop=stop)
    (worker,) = until(lambda: at_work(tmp_path), what="a repeat begun")
    stop.set()
    assert running.result(timeout=PATIENCE).attrs["repeats"] == 0
    until(lambda: staffed.left() == (0, 0), what="an empty scheduler")
    # The level it was at ends, the others do not begin: its only thread is free again.
    (tmp_path / "go").touch()
    pd.testing.assert_frame_equal(on(staffed), expected)
    assert (tmp_path / str(worker)).read_text() == "0.0\n"


def test_an_interrupt_takes_everything_back(staffed: Machines, tmp_path: Path) -> None:

    def interrupt(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        on(staffed, progress=interrupt, repeats=1000)
    until(lambda: staffed.left() == (0, 0), what="an empty scheduler")


def test_a_repeat_that_ends_its_workers_is_given_up(machines: Machines) -> None:
    def deadly(data: Data, amount: float, rng: np.random.Generator) -> Data:
        os._exit(1)

    def allow(failures: int) -> None:
        def allowed(dask_scheduler: Any) -> None:
            dask_scheduler.allowed_failures = failures

        machines.client.run_on_scheduler(allowed)

    allow(0)
    machines.worker()
    design = Design(Synthetic(), deadly, levels=(0.0,), n=400)
    with pytest.raises(ClusterError, match=r"Repeat 0 was given up: .* may need more memory"):
        on(machines, design, repeats=1)
    allow(3)


def test_the_scheduler_goes(tmp_path: Path, aside: ThreadPoolExecutor) -> None:
    gone = Machines(tmp_path)
    try:
        gone.worker()
        design = Design(Synthetic(), held_up(tmp_path), levels=(0.0,), n=400)
        running = aside.submit(on, gone, design)
        until(lambda: at_work(tmp_path), what="a repeat begun")
    finally:
        gone.close()
    with pytest.raises(ClusterError, match=r"The connection to the scheduler .*is lost"):
        running.result(timeout=PATIENCE)


@pytest.mark.parametrize("least", [0, 1])
def test_the_present_client(expected: pd.DataFrame, tmp_path: Path, least: int) -> None:
    """Also within a task, and where a worker is started only for what there is to do."""
    from distributed import Client, LocalCluster

    with LocalCluster(
        n_workers=least, threads_per_worker=1, processes=False, protocol="tcp://",
        host="127.0.0.1", dashboard_address="127.0.0.1:0", local_directory=str(tmp_path),
    ) as cluster, Client(cluster) as client:  # fmt: skip
        cluster.adapt(minimum=least, maximum=1, interval="100ms")

        def within() -> pd.DataFrame:
            return run(DESIGN, repeats=REPEATS, backend="dask")

        pd.testing.assert_frame_equal(within(), expected)
        pd.testing.assert_frame_equal(client.submit(within).result(timeout=PATIENCE), expected)


def test_a_scheduler_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr("equipoise.stress.scheduler.CONNECTING", 0.5)
    with pytest.raises(ClusterError, match=r"No scheduler of Dask answers at tcp://127.0.0.1:1 "):
        run(DESIGN, repeats=1, backend="dask:tcp://127.0.0.1:1")
    kept = tmp_path / "kept.jsonl"
    asked = f"run --bias label-noise --amount 0 --n 1000 --results {kept} --out {tmp_path}/a.csv"
    there = [*asked.split(), "--backend", "dask:tcp://127.0.0.1:1", "--repeats", "2"]
    ends = []
    assert main(there) == 1
    ends.append(capsys.readouterr().err.splitlines()[-1])
    assert main([*asked.split(), "--repeats", "1"]) == 0
    assert main(there) == 1
    ends.append(capsys.readouterr().err.splitlines()[-1])
    assert ends[0].startswith("error: No scheduler of Dask answers at tcp://127.0.0.1:1 ")
    assert ends[1] == f"{ends[0]} Finished repeats are in {kept}."


def test_something_else_that_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("equipoise.stress.scheduler.CONNECTING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ClusterError, match=r"No scheduler of Dask .* \(nothing for 0.5 sec"):
            run(DESIGN, repeats=1, backend=f"dask:{address}")


@pytest.mark.parametrize(
    "address",
    ["", "8786", "tcp:/x", "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "tcp://:8786", "tcp://h:a",
     "http://127.0.0.1:8786", "inproc://127.0.0.1:8786", "tcp://[::1", "a:b:c:1"],
)  # fmt: skip
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(ParameterError, match="is no address of a scheduler; write dask:tcp://"):
        run(DESIGN, repeats=1, backend=f"dask:{address}")


def test_tls_needs_certificates() -> None:
    with pytest.raises(ParameterError, match="tls needs certificates"):
        run(DESIGN, repeats=1, backend="dask:tls://127.0.0.1:8786")


def test_dask_without_a_client() -> None:
    with pytest.raises(ParameterError, match="the present client of Dask, and there is none"):
        run(DESIGN, repeats=1, backend="dask")


@pytest.mark.parametrize("patience", [-1.0, float("inf"), float("nan")])
def test_impossible_patience(patience: float) -> None:
    with pytest.raises(ParameterError, match="patience must lie in"):
        run(DESIGN, repeats=1, patience=patience)
