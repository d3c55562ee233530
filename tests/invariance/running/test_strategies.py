"""What each strategy asks, and how its answer comes about."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from equipoise.invariance.measures.seeds import draw_context, seed_for
from equipoise.invariance.running import strategies
from equipoise.invariance.running.answering import (
    ANSWER_TOKENS,
    REASONED_TOKENS,
    REWRITE_TEMPERATURE,
    Row,
    StrategyAnswer,
    Turn,
)
from equipoise.invariance.running.clients import ClassifierClient, Reply, Request, ScriptedClient
from equipoise.invariance.running.prompts import what_is_asked
from equipoise.invariance.running.strategies import STRATEGIES, prompts_hash
from equipoise.invariance.running.tasks import Task
from tests.invariance.asking import LABELLED, PLAIN, text_of

ROW = Row("r1", text_of(1, "left"), "u1")
DIRECT = [name for name, one in STRATEGIES.items() if not one.rewrites and not one.reasons]
HIDDEN, GIVEN = text_of(1, "some"), text_of(1, "right")


def answered(
    name: str, client: ScriptedClient, *, task: Task = PLAIN, m: int = 1, row: Row = ROW
) -> StrategyAnswer:
    def ask(
        messages: list[dict[str, str]], *, temperature: float, max_tokens: int, seed: int
    ) -> tuple[str, bool]:
        reply = client.complete(Request(messages, temperature, max_tokens, seed))
        return reply.text, reply.ended

    return STRATEGIES[name].answer(Turn(task, row, ask, m, 0))


def test_there_are_ten_in_the_order_they_are_shown() -> None:
    assert list(STRATEGIES) == [
        *("default", "cot", "unbiased", "precog", "really"),
        *("illegal", "ignore", "illegal_ignore", "obfuscate_only", "ooc"),
    ]


@pytest.mark.parametrize("name", DIRECT)
def test_direct_strategies_ask_once_with_the_text_first(name: str) -> None:
    client = ScriptedClient(["Yes."])
    assert answered(name, client) == answered(name, ScriptedClient(["Yes."]))
    (request,) = client.requests
    content = request.messages[1]["content"]
    assert content.index(ROW.text) < content.index(PLAIN.question)
    assert content.startswith(f'Text:\n"""\n{ROW.text}\n"""\n\n')
    assert request.temperature == 0
    assert "{" not in content


def test_all_preambles_differ() -> None:
    contents = []
    for name in DIRECT:
        client = ScriptedClient(["no"])
        assert answered(name, client).pred == 0
        contents.append(client.requests[0].messages[1]["content"])
    assert len(set(contents)) == len(DIRECT)


def test_braces_in_a_text_are_left_alone() -> None:
    row = Row("r", "A {text} with {0} braces {", "r")
    client = ScriptedClient(["no"])
    answered("ignore", client, row=row)
    assert row.text in client.requests[0].messages[1]["content"]


def test_the_hash_tells_wordings_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    before = prompts_hash()
    assert len(before) == 64
    other = replace(STRATEGIES["ignore"], preamble="Other words.")
    monkeypatch.setattr(strategies, "STRATEGIES", {**STRATEGIES, "ignore": other})
    assert prompts_hash() != before


def test_reasoning_is_read_by_its_end() -> None:
    found = answered("cot", ScriptedClient(["It may be no.\nAnswer: yes"]))
    assert (found.pred, found.status) == (1, "ok")


def test_an_unreadable_reply_is_asked_once_more_and_then_missing() -> None:
    client = ScriptedClient(["Well.", "Yes"])
    found = answered("default", client)
    assert (found.pred, found.raw) == (1, "Well.\nYes")
    assert [message["role"] for message in client.requests[1].messages[2:]] == [
        "assistant",
        "user",
    ]
    found = answered("default", ScriptedClient(["Well.", "Hm."]))
    assert (found.pred, found.status) == (None, "unreadable")
    found = answered("default", ScriptedClient(["I'm sorry, I can't.", "I can't."]))
    assert (found.pred, found.status) == (None, "refused")
    assert answered("default", ScriptedClient(["", ""])).pred is None


@pytest.mark.parametrize("name", list(STRATEGIES))
def test_every_answer_is_asked_for_without_chance(name: str) -> None:
    """At temperature 0, with one seed, in a few words, and so when asked once more."""

    def reply(request: Request) -> str:
        asked = what_is_asked(LABELLED, request.messages)
        return "Well." if asked.kind == "answer" else asked.text

    def readable(request: Request) -> str:
        said = request.messages[-1]["content"].startswith("Please answer")
        return "Answer: toxic" if said else reply(request)

    for replies in (reply, readable):
        client = ScriptedClient(replies)
        answered(name, client, task=LABELLED, m=3)
        kinds = [what_is_asked(LABELLED, each.messages).kind for each in client.requests]
        asked = [r for r, kind in zip(client.requests, kinds, strict=True) if kind == "answer"]
        assert len(asked) >= 2
        assert {(each.temperature, each.seed) for each in asked} == {(0.0, 0)}
        first = REASONED_TOKENS if name == "cot" else ANSWER_TOKENS
        assert {each.max_tokens for each in asked} == {first, ANSWER_TOKENS}
        rewriting = [r for r, k in zip(client.requests, kinds, strict=True) if k != "answer"]
        assert all(each.temperature == REWRITE_TEMPERATURE for each in rewriting)
        assert all(each.max_tokens == 64 + len(ROW.text) // 2 for each in rewriting)
    made = [what_is_asked(LABELLED, each.messages).kind for each in rewriting]
    assert tuple(dict.fromkeys(made)) == STRATEGIES[name].rewrites


def test_only_strategies_that_rewrite_ask_for_the_label() -> None:
    voting = {"obfuscate_only": 1, "ooc": 2}
    assert {name: len(one.rewrites) for name, one in STRATEGIES.items() if one.rewrites} == voting
    for name, one in STRATEGIES.items():
        votes = 3 * (voting[name] + 1) if name in voting else 0
        assert one.calls_per_row(PLAIN, 3) == (votes or 1)
        assert one.calls_per_row(LABELLED, 3) == (votes + 1 if votes else 1)


def test_votes_and_steps_are_numbered_from_nought() -> None:
    client = ScriptedClient(["toxic", HIDDEN, text_of(1, "left"), "toxic"])
    found = answered("ooc", client, task=LABELLED)
    assert [(step.vote, step.name) for step in found.steps] == [
        (-1, "label"),
        (0, "context"),
        (0, "obfuscate"),
        (0, "rewrite"),
        (0, "answer"),
    ]
    alone = answered("default", ScriptedClient(["yes"]))
    assert [(step.vote, step.name) for step in alone.steps] == [(0, "answer")]


def test_a_vote_is_refused_only_if_all_are() -> None:
    refusal = "I'm sorry, I can't."
    all_of_them = answered("obfuscate_only", ScriptedClient([refusal] * 6), m=3)
    assert (all_of_them.status, all_of_them.votes) == ("refused", (None, None, None))
    some = [refusal, refusal, HIDDEN, "Well.", "Hm.", refusal, refusal]
    found = answered("obfuscate_only", ScriptedClient(some), m=3)
    assert (found.pred, found.status) == (None, "unreadable")


def test_out_of_context_hides_gives_and_votes() -> None:
    z = draw_context(0, "u1", 0, PLAIN.contexts)
    client = ScriptedClient([HIDDEN, text_of(1, z), "yes"])
    found = answered("ooc", client)
    assert (found.pred, found.votes, found.s_lm) == (1, (1,), "")
    kinds = [what_is_asked(PLAIN, request.messages) for request in client.requests]
    assert [each.kind for each in kinds] == ["obfuscate", "rewrite", "answer"]
    assert kinds[1].context == z
    assert [request.temperature for request in client.requests] == [0.7, 0.7, 0]
    assert [step.name for step in found.steps] == ["context", "obfuscate", "rewrite", "answer"]
    assert found.steps[0].text == z
    assert "a request" in client.requests[0].messages[1]["content"]


def test_with_the_label_as_stratum_the_models_own_label_comes_first() -> None:
    client = ScriptedClient(["non-toxic", HIDDEN, "toxic"])
    found = answered("obfuscate_only", client, task=LABELLED)
    assert (found.pred, found.s_lm) == (1, "0")
    assert "a harmless comment" in client.requests[1].messages[1]["content"]
    unread = answered("ooc", ScriptedClient(["?", "?"]), task=LABELLED)
    assert (unread.pred, unread.status, unread.votes) == (None, "unreadable", ())


def test_a_failed_rewrite_never_falls_back_to_the_text() -> None:
    client = ScriptedClient(["Sure.", "I'm sorry, I can't rewrite that."])
    found = answered("obfuscate_only", client)
    assert (found.pred, found.status, found.votes) == (None, "refused", (None,))
    first, second = client.requests
    assert first.messages == second.messages
    assert first.seed != second.seed
    assert [(step.name, step.text) for step in found.steps][1:] == [("failed", "it is a refusal")]
    cut_off = answered("obfuscate_only", ScriptedClient([Reply(HIDDEN, ended=False)] * 2))
    assert cut_off.steps[-1].text == "it was cut off"
    cut = ScriptedClient([Reply(HIDDEN, ended=False), HIDDEN, "yes"])
    assert answered("obfuscate_only", cut).pred == 1


def test_the_majority_goes_by_what_is_readable() -> None:
    yes, no, lost = [HIDDEN, "yes"], [HIDDEN, "no"], ["", ""]
    found = answered("obfuscate_only", ScriptedClient([*yes, *no, *yes]), m=3)
    assert (found.pred, found.votes) == (1, (1, 0, 1))
    found = answered("obfuscate_only", ScriptedClient([*yes, *no, *lost]), m=3)
    assert (found.pred, found.votes, found.status) == (None, (1, 0, None), "unreadable")
    assert answered("obfuscate_only", ScriptedClient([*yes, *lost, *lost]), m=3).pred == 1


@pytest.mark.parametrize("name", list(STRATEGIES))
@pytest.mark.parametrize("task", [PLAIN, LABELLED], ids=["none", "label"])
@pytest.mark.parametrize("m", [1, 3])
def test_calls_are_as_planned(name: str, task: Task, m: int) -> None:
    def reply(request: Request) -> str:
        asked = what_is_asked(task, request.messages)
        return f"Answer: {task.positive}" if asked.kind == "answer" else asked.text

    client = ScriptedClient(reply)
    assert answered(name, client, task=task, m=m).pred == 1
    assert len(client.requests) == STRATEGIES[name].calls_per_row(task, m)


def test_calls_per_row_of_out_of_context() -> None:
    ooc = STRATEGIES["ooc"]
    assert (ooc.calls_per_row(LABELLED, 3), ooc.calls_per_row(PLAIN, 3)) == (10, 9)


def test_copies_of_a_unit_share_contexts_and_seeds() -> None:
    def seen(z: str) -> list[tuple[str, int]]:
        row = Row(z, text_of(1, z), "u1")
        client = ScriptedClient(
            lambda request: what_is_asked(PLAIN, request.messages).text + " no"
        )
        answered("ooc", client, row=row, m=3)
        asked = [(what_is_asked(PLAIN, r.messages).context, r.seed) for r in client.requests]
        return asked

    assert seen("left") == seen("right")


def test_seeds_are_the_same_on_every_machine() -> None:
    assert seed_for(0, "u1", 0, "obfuscate") == 1221449446
    assert seed_for(0, "u1", 1, "obfuscate") != seed_for(0, "u11", 0, "obfuscate")
    assert all(0 <= seed_for(s, "ü", 2, "rewrite", 1) < 2**31 for s in range(100))


def test_random_contexts_are_uniform() -> None:
    drawn = Counter(draw_context(7, f"u{unit}", 0, ("a", "b", "c")) for unit in range(3000))
    assert all(abs(count - 1000) < 100 for count in drawn.values())


def test_a_classifier_answers_tasks() -> None:
    client = ClassifierClient(lambda text: int("left" in text), PLAIN, model="rule")
    default = STRATEGIES["default"].answer(Turn(PLAIN, ROW, _asking(client), 1, 0))
    assert default.pred == 1
    hidden = STRATEGIES["obfuscate_only"].answer(Turn(PLAIN, ROW, _asking(client), 3, 0))
    assert (hidden.pred, hidden.votes) == (0, (0, 0, 0))
    units = [Row(f"{n}", ROW.text, f"{n}") for n in random.sample(range(1000), 40)]
    turns = [Turn(PLAIN, row, _asking(client), 1, 0) for row in units]
    given = [STRATEGIES["ooc"].answer(turn) for turn in turns]
    drawn = [draw_context(0, row.unit, 0, PLAIN.contexts) for row in units]
    assert [answer.pred for answer in given] == [int(z == "left") for z in drawn]


def test_a_classifier_must_say_1_or_0() -> None:
    client = ClassifierClient(lambda text: 2, PLAIN)
    with pytest.raises(ValueError, match="said 2"):
        STRATEGIES["default"].answer(Turn(PLAIN, ROW, _asking(client), 1, 0))


def _asking(client: ClassifierClient):  # type: ignore[no-untyped-def]
    def ask(
        messages: list[dict[str, str]], *, temperature: float, max_tokens: int, seed: int
    ) -> tuple[str, bool]:
        reply = client.complete(Request(messages, temperature, max_tokens, seed))
        return reply.text, reply.ended

    return ask
