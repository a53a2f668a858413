"""The command lines whose answers are kept: every action, house rule and goal that the catalogue knows."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.golden.ways import printed

#: Inputs of every action, small enough for all questions about it to be answered at once.
INPUTS = {
    "mod-dot test": "--pool 4 --difficulty 7",
    "mod-dot opposed": "--pool 3 --against-pool 2 --against-difficulty 7",
    "mod-dot extended": "--pool 3 --target 4 --tries 3",
    "mod-dot hands": "--pool 3 --rock 1/2 --paper 1/4 --scissors 1/4",
    "dot check": "--characteristic 13 --skill 12",
    "dot attack": "--ocv 5 --dcv 4 --shots 2",
    "dot opposed": "--dots 3 --against-dots 2",
    "dot convert": "--target 11",
    "dot sheet": '--sheet "DEX 15, INT 13, Stealth 14- DEX, Acting 8-, OCV 7, DCV 5"',
    "t13 test": "--dice facet:1d6,descendant:1d4 --difficulty 5 --retries 1",
    "t13 opposed": "--dice facet:1d6 --against-dice facet:1d4",
    "t13 buy": "--dice facet:d4 --difficulty 5 --offers skill:1d4,talent:d6 --sway 14",
    "t13 invest": "--dice facet:d4 --difficulty 1 --offers skill:1d4 --sway 8 --tests 2 --rank grunt",
    "t13 contest": "--dice facet:d4 --offers skill:1d4 --sway 4 --against-dice facet:d4 "
    "--against-offers skill:d4 --against-sway 4",
    "t13 effects": "--extra-levels 1 --failure-levels 1 --rank mercari --sway 3",
    "t13 convert": "--amount 8 --from yarn --to sway",
    "t13 boon": "--boon 13 --second 13",
    "humanity-beast action": "--humanity 3 --beast 2 --difficulty 2 --willpower 2",
    "humanity-beast mix": "--humanity-dice 2 --beast-dice 2 --difficulty 2 --willpower 1",
    "humanity-beast scene": "--humanity-dice 1 --beast-dice 1 --difficulties 2,1 --willpower 1",
    "humanity-beast conflict": "--humanity 2 --beast 1 --willpower 1 --against-humanity 1 --against-beast 1 "
    "--difficulty 1",
    "humanity-beast conflict-mix": "--humanity-dice 1 --beast-dice 1 --willpower 1 --against-humanity-dice 1 "
    "--against-beast-dice 1 --against-take open",
    "humanity-beast battle": "--humanity 2 --beast 1 --willpower 1 --against-humanity 1 --against-beast 1 "
    "--against-willpower 1 --difficulty 1 --rounds 2",
    "humanity-beast humanity-check": "--humanity 3 --willpower 2",
    "humanity-beast frenzy-check": "--humanity 3 --willpower 2",
    "humanity-beast feed": "--humanity 3 --willpower 1 --full-willpower 2",
    "humanity-beast spiral": "--humanity 2 --willpower 2 --difficulty 1",
    "edged-coins toss": "--rank 1 --opposing-rank 0 --ec 6 --opposing-ec 5",
    "edged-coins explosive": "--rank 1 --opposing-rank 0 --ec 2 --most 3",
    "edged-coins interfere": "--rank 1 --ec 20 --opponents-ec 15",
    "edged-coins damage": "--potency 1 --attack-power 1 --hc 2 --ec 2",
    "edged-coins attack": "--rank 1 --opposing-rank 0 --attack-power 1 --hc 3 --ec 1",
    "edged-coins fall": "--metres 6 --hc 3",
    "edged-coins fire": "--potency 1 --hc 3",
    "edged-coins resist": "--rank 1 --active yes --source-rank 1 --harm 1 --hc 3 --rounds 2 --ec 1",
    "edged-coins duel": "--rank 1 --hc 2 --against-rank 0 --against-hc 2 --rounds 3",
}

#: House rules without which an action has no answer.
NEEDS = {
    "mod-dot opposed": {"opposed": "tie-to-defender"},
    "dot opposed": {"opposed": "tie-to-defender"},
    "humanity-beast humanity-check": {"humanity_loss": "aug2010"},
    "humanity-beast frenzy-check": {"humanity_loss": "aug2010"},
    "humanity-beast feed": {"humanity_loss": "aug2010"},
    "humanity-beast spiral": {"humanity_loss": "aug2010"},
}

#: House rules under which best play is asked too.
PLAYED = {
    "mod-dot": ({"willpower": "one-success"}, {"continuing": "ask"}),
    "dot": ({"reroll": "ask"},),
    "t13": ({"buying": "after"}, {"adjust": "after-roll"}, {"effect_limit": "ladder"}),
    "humanity-beast": ({"assured": "chosen"}, {"tens": "ask-beast"}),
    "edged-coins": ({"power_effort": "difference"}, {"skill_effort": "repeated"}, {"chain": "whole"}),
}

#: What is asked beside that, by file: inputs that few use, house rules that need them, goals put together, trade-offs.
MORE = {
    "mod-dot": """
        odds mod-dot test --parts stamina:2,brawl:2 --specialty yes --json
        odds mod-dot test --pool 0 --json
        odds mod-dot test --pool 0 --option empty-pool=one-die --json
        odds mod-dot test --pool 5 --up 1/2 --even 1/4 --down 1/4 --json
        odds mod-dot test --pool 3 --willpower 1 --option willpower=one-success --json
        best mod-dot test --pool 3 --willpower 1 --option willpower=one-success --goal success --json
        best mod-dot test --pool 3 --goal "success but no botch" --option continuing=ask --json
        odds mod-dot extended --pool 3 --target 4 --json
        best mod-dot hands --pool 2 --other chooses --goal success --json
        odds mod-dot hands --pool 2 --other chooses --json
    """,
    "dot": """
        odds dot check --dots 4 --modifier -1 --json
        odds dot check --characteristic 15 --familiarity 8 --json
        odds dot check --characteristic 5 --skill 4 --option low-skill=subtract --json
        odds dot attack --ocv 2 --dcv 7 --json
        odds dot attack --ocv 2 --dcv 7 --option combat-floor=automatic-miss --json
        odds dot convert --target 8 --familiarity yes --json
        best dot check --dots 2 --option reroll=ask --goal "exceptional or critical failure" --json
    """,
    "t13": """
        odds t13 test --dice facet:2d6,descendant:1d8 --difficulty 8 --option method=pools --json
        odds t13 test --dice facet:2d6,skill:1d4 --proficiencies 2 --fitting 1 --difficulty 8 --being child --json
        odds t13 test --dice facet:2d6 --difficulty 8 --being immortal --geometry 3 --nemesis 2 \
            --option numerology=on --json
        odds t13 test --dice facet:2d6 --difficulty 6 --monolith yes --shift 1 --modifier -1 --rank grunt --json
        best t13 buy --dice facet:d4 --difficulty 5 --sway 6 --twists 1 --option adjust=after-roll --goal success --json
        odds t13 buy --dice facet:d4 --difficulty 5 --offers skill:d4 --chi 3 --yarn 3 --json
        best t13 contest --dice facet:d4 --offers skill:d4 --sway 4 --against-dice facet:d4 --order at-once --goal win \
            --against-offers skill:d4 --against-sway 4 --json
        best t13 contest --dice facet:d4 --offers skill:d4 --sway 4 --against-dice facet:d4 --order opponent-first \
            --goal win --against-offers skill:d4 --against-sway 4 --json
        best t13 buy --dice facet:d6 --difficulty 7 --offers skill:d6,talent:2d6 --sway 14 --option buy-again=no \
            --frontier "moderate or better,sway" --json
        best t13 buy --dice facet:d6 --difficulty 7 --offers skill:d6,talent:2d6 --sway 14 --option buy-again=no \
            --goal "50 % moderate or better for the least sway" --json
        odds t13 convert --amount 8 --from sway --to yarn --stock 9 --option edition=current --json
        odds t13 boon --boon 3 --json
    """,
    "humanity-beast": """
        odds humanity-beast action --humanity 7 --beast 3 --difficulty hard --json
        odds humanity-beast action --humanity 3 --beast 2 --humanity-used 1 --option pool=per-scene --json
        best humanity-beast mix --humanity-dice 3 --beast-dice 2 --min-beast 1 --difficulty 2 --spend before \
            --willpower 1 --goal "success but no humanity check" --json
        best humanity-beast action --humanity 2 --beast 1 --difficulty 2 --willpower 2 --spend after \
            --frontier success,willpower --json
        best humanity-beast battle --humanity 2 --beast 1 --willpower 2 --against-humanity 1 --against-beast 1 \
            --against-willpower 1 --difficulty 1 --rounds 2 --order at-once --goal win --spend none \
            --against-spend none --json
        best humanity-beast battle --humanity 2 --beast 1 --willpower 1 --against-humanity 1 --against-beast 1 \
            --against-willpower 1 --difficulty 1 --order opponent-first --goal win --json
        odds humanity-beast humanity-check --humanity 4 --willpower 2 --option humanity-loss=custom \
            --option loss-dice=3 --option loss-target=8 --option loss-needed=2 --checks 2 --json
        best humanity-beast feed --humanity 3 --willpower 1 --full-willpower 3 --victim killed \
            --option humanity-loss=aug2010 --goal frenzy --json
        best humanity-beast spiral --humanity 2 --willpower 1 --difficulty 1 --take open --count met \
            --option humanity-loss=aug2010 --goal actions --json
    """,
    "edged-coins": """
        odds edged-coins toss --rank -1 --difficulty very-difficult --json
        odds edged-coins toss --rank 6 --json
        odds edged-coins toss --rank 6 --option rank-six=never-worse --json
        odds edged-coins toss --rank 3 --opposing-rank 1 --opposers 2 --modifier 1 --json
        odds edged-coins toss --rank 3 --opposing-rank 1 --opposers 2 --option opposers=one --json
        best edged-coins toss --rank 0 --ec 30 --goal success --price coins=1/100 --json
        best edged-coins toss --rank 0 --ec 30 --goal "success for at most 3 coins" --json
        best edged-coins toss --rank 0 --ec 30 --frontier success,coins --json
        best edged-coins toss --rank 0 --ec 20 --opposing-rank 1 --opposing-ec 20 --option inverting=table \
            --goal success --json
        best edged-coins damage --attack-power 2 --armor-power 1 --ec 6 --goal damage --json
        best edged-coins damage --attack-power 2 --ec 4 --option power-effort=difference \
            --option power-difference=cap-tosses --goal damage --json
        odds edged-coins fall --metres 1 --option short-fall=no-damage --json
        best edged-coins fire --potency 1 --hc 3 --ec 5 --option fire-answers=yes --goal free --json
        odds edged-coins resist --rank 2 --rounds 2 --harm 2 --hc 3 --option passive-success=reduce --json
        best edged-coins duel --rank 1 --hc 2 --ec 2 --against-rank 1 --against-hc 2 --against-ec 1 --rounds 2 \
            --goal win --json
        best edged-coins duel --rank 1 --hc 2 --against-rank 1 --against-hc 2 --rounds 3 --goal win --fast --json
        best edged-coins toss --rank 1 --ec 6 --goal success --fast --json
    """,
    "notation": """
        compare 4d6kh3 3d6 2d6+3 --json
        compare "5d10>=7! vs 4d10>=6!" --json
        compare "d20+5 vs d20+3" --json
        odds "2d6[fire]+1d4[cold]" --json
        odds "2x d6" --json
        odds "d6 vs d8" --json
        odds "20d100000" --json
        simulate "10d10>=7" --runs 1000 --seed 7 --json
        simulate "4d6!kh3" --runs 1000 --seed 7 --json
        roll 2d6+3 --faces 4,5 --json
        roll 10d10>=7 --times 5 --seed golden --json
    """,
    "sweeps": """
        sweep {"system": "dot", "action": "check", "inputs": {}, "options": {}, "along": {"dots": [1, 2, 3]}, \
            "of": "success"}
        sweep {"system": "dot", "action": "check", "inputs": {}, "options": {"reroll": "once"}, \
            "along": {"dots": [1, 2], "modifier": [0, 1]}, "of": ["success", "successes", "successes >= 3"]}
        sweep {"system": "edged-coins", "action": "toss", "inputs": {"ec": 3}, "options": {}, \
            "along": {"rank": [0, 1, 9]}, "of": "success"}
    """,
    "catalogue": """
        systems --json
        audit mod-dot --json
        audit dot --json
        audit t13 --json
        audit humanity-beast --json
        audit edged-coins --json
        audit edged-coins --option rank-six=fallback3 --json
        audit mod-dot --option cap=continuation --json
        audit t13 --option edition=current --json
    """,
}

#: What is shown on the screen, by file.
SCREENS = {
    "odds": """
        odds mod-dot test --pool 10 --difficulty 6
        odds mod-dot test --pool 4 --exact
        odds mod-dot test --pool 4 --plot
        odds mod-dot opposed --pool 3 --against-pool 2 --option opposed=tie-to-defender
        odds dot attack --ocv 5 --dcv 4 --shots 2
        odds t13 test --dice facet:1d6,descendant:1d6 --difficulty 8
        odds t13 convert --amount 8 --from yarn --to sway
        odds humanity-beast action --humanity 3 --beast 2 --difficulty 2 --willpower 1
        odds humanity-beast frenzy-check --humanity 3 --willpower 2 --option humanity-loss=aug2010
        odds edged-coins toss --rank 2 --opposing-rank 2
        odds edged-coins toss --rank 2 --opposing_rank 2
        odds edged-coins damage --attack-power 3
        odds 4d6kh3
        odds "1d6 # strength"
        odds "2d6[fire] vs 3d4" --exact
    """,
    "best": """
        best mod-dot hands --pool 3 --rock 1/2 --paper 1/4 --scissors 1/4 --goal success
        best mod-dot hands --pool 2 --other chooses --goal success --exact
        best dot check --dots 2 --option reroll=ask --goal success
        best t13 buy --dice facet:d4 --difficulty 5 --offers skill:1d4,talent:d6 --sway 14 --goal success
        best t13 effects --extra-levels 1 --rank mercari --sway 3 --goal effects-taken
        best humanity-beast mix --humanity-dice 2 --beast-dice 2 --willpower 1 --goal "success but no humanity check"
        best edged-coins toss --rank 0 --ec 30 --goal success --price coins=1/100
        best edged-coins toss --rank 0 --ec 30 --goal "success for at most 3 coins"
        best edged-coins toss --rank 0 --ec 30 --frontier success,coins
        best edged-coins toss --rank 1 --ec 6 --goal success --fast
        best edged-coins duel --rank 1 --hc 2 --against-rank 0 --against-hc 2 --rounds 3 --goal win --plan 2
    """,
    "roll": """
        roll mod-dot test --pool 10 --faces up,up,up,up,up,down
        roll mod-dot test --pool 5 --seed golden
        roll mod-dot hands --pool 3 --seed golden --best success
        roll dot check --dots 4 --seed golden
        roll t13 test --dice facet:1d6,descendant:1d6 --difficulty 8 --faces 6,5
        roll t13 contest --dice facet:d4 --offers skill:1d4 --sway 4 --against-dice facet:d4 --seed golden --best win
        roll humanity-beast battle --humanity 2 --beast 1 --willpower 1 --against-humanity 1 --against-beast 1 \
            --against-willpower 1 --difficulty 1 --rounds 2 --seed golden --best win
        roll humanity-beast spiral --humanity 2 --willpower 2 --option humanity-loss=aug2010 --seed golden
        roll edged-coins toss --rank 2 --opposing-rank 2 --seed golden
        roll edged-coins toss --rank 1 --ec 12 --faces T,T,T,T --choose win
        roll edged-coins toss --rank 1 --ec 30 --faces T,T,T,T,T,T,T,T --ask
        roll edged-coins toss --rank 1 --ec 30 --faces T,T,T,T,T,T,T,T --ask --goal success --price coins=1/100
        roll t13 buy --dice facet:d4 --difficulty 5 --offers skill:1d4,talent:d6 --sway 14 --seed golden --ask
        roll mod-dot hands --pool 2 --other chooses --seed golden --ask
        roll edged-coins attack --rank 3 --attack-power 1 --seed golden
        roll edged-coins fire --potency 1 --hc 3 --seed golden
        roll 4d6kh3+2 --seed golden
        roll "2d6[fire]+1" --faces 4,5 --table
        roll 1d6 --faces 4,6
        roll 10d10>=7 --times 5 --seed golden
    """,
    "others": """
        systems
        systems mod-dot
        systems dot
        systems t13
        systems humanity-beast
        systems edged-coins
        simulate mod-dot test --pool 4 --runs 1000 --seed 7
        simulate edged-coins toss --rank 2 --opposing-rank 2 --runs 1000 --seed 7
        simulate 10d10>=7 --runs 1000 --seed 7
        compare 4d6kh3 3d6 2d6+3
        compare "5d10>=7! vs 4d10>=6!" --exact
        compare 4d6kh3 3d6 --plot
        audit mod-dot
        audit dot
        audit t13
        audit humanity-beast
        audit edged-coins
        audit edged-coins --option rank-six=fallback3
        export mod-dot test --pool 2 --option continuing=ask --format dot
        export edged-coins toss --rank 1 --ec 2 --format dot
        export edged-coins toss --rank 1 --ec 2 --format prism
        explain edged-coins toss --rank 2 --ec 10
        explain edged-coins damage --potency 2
        explain dot check --dots 3
        explain t13 contest --dice facet:d4 --against-dice facet:d4
        explain edged-coins toss --rank 2 --ec 60 --limit 20
        completion bash
        --help
        odds --help
        roll --help
        best --help
        compare --help
        simulate --help
        explain --help
        export --help
        audit --help
        serve --help
        verify --help
        systems --help
        tour --help
        odds mod-dot --help
        odds mod-dot test --help
        odds dot check --help
        odds t13 contest --help
        odds humanity-beast battle --help
        best edged-coins toss --help
        roll edged-coins duel --help
        simulate t13 test --help
        export humanity-beast action --help
        roll 4d6 --help
    """,
    "errors": """
        chess
        frontier mod-dot test
        mod-dot test --pool 4
        odds
        odds chess test
        odds mod-dot
        odds mod-dot castle
        odds mod-dot test
        odds mod-dot test --pool
        odds mod-dot test --pool ten
        odds mod-dot test --pool -1
        odds mod-dot test --pool 100000
        odds mod-dot test --pool 3 --pool 4
        odds mod-dot test --pool 3 --luck 2
        odds mod-dot test --pool 3 --difficulty 99
        odds mod-dot test --pool 3 --up 1/2 --even 2/3
        odds mod-dot test --pool 3 --up half
        odds mod-dot test --pool 3 --parts a:2
        odds mod-dot test --pool 3 --option cap
        odds mod-dot test --pool 3 --option cap=never
        odds mod-dot test --pool 3 --option lid=always
        odds mod-dot test --pool 3 --option cap=always --option cap=continuation
        odds mod-dot test --pool 3 --specialty maybe
        odds mod-dot test --pool 3 --willpower 1
        odds mod-dot opposed --pool 3 --against-pool 2
        odds mod-dot hands --pool 3
        odds dot check
        odds dot check --dots 3 --characteristic 9
        odds dot check --characteristic 5 --skill 4
        odds dot opposed --dots 3 --against-dots 2
        odds t13 test --dice facet:d6
        odds t13 test --dice facet:x --difficulty 3
        odds t13 test --dice fassade:d6 --difficulty 3
        odds t13 test --dice facet:d6 --prof-dice d4 --fitting 1 --difficulty 5
        odds t13 buy --dice facet:d4 --difficulty 5 --twists 1
        odds t13 opposed --dice facet:1d6 --against-dice facet:1d4 --option method=pools
        odds t13 convert --amount 8 --from gold --to sway
        odds humanity-beast mix --humanity-dice 8 --beast-dice 8
        odds humanity-beast frenzy-check --humanity 3 --willpower 2
        odds humanity-beast action --humanity 3 --beast 2 --difficulty impossible
        odds edged-coins toss --rank 9
        odds edged-coins toss --rank 2 --opposers 2
        odds edged-coins toss --rank 2 --opposing_rank 9
        odds edged-coins toss --rank 4 --ec 60 --opposing-ec 60 --limit 10
        odds edged-coins toss --rank 6 --modifier 3 --option beyond=reject
        odds edged-coins fire --potency 1 --hc 3 --ec 5
        best edged-coins toss --rank 2
        best edged-coins toss --rank 2 --goal coppers
        best edged-coins toss --rank 2 --goal "success for at most 3 luck"
        best edged-coins toss --rank 2 --goal success --price coins
        best edged-coins toss --rank 2 --goal success --price coins=cheap
        best edged-coins toss --rank 2 --goal success --price luck=1
        best edged-coins toss --rank 2 --goal success --plan 0
        best edged-coins toss --rank 2 --frontier success
        best edged-coins toss --rank 1 --ec 30 --goal success --limit 3
        best edged-coins toss --rank 0 --goal "99 % success for the least coins"
        roll edged-coins toss --rank 2 --seed a --faces H,T
        roll edged-coins toss --rank 2 --faces H,6
        roll edged-coins toss --rank 2 --faces H
        roll edged-coins toss --rank 1 --ec 12 --faces T,T,T --choose fly
        roll edged-coins toss --rank 2 --goal success
        roll edged-coins toss --rank 2 --price coins=1
        roll 2d6 --faces 4
        odds 4d6kh
        odds 1d0
        odds 10-2d
        odds hello
        odds 999999999999d6
        simulate mod-dot test --pool 4 --runs 0
        simulate mod-dot test --pool 4 --seed x
        compare 4d6kh3
        compare d6 nowhere.json
        audit chess
        audit mod-dot --option cap=never
        export mod-dot test --pool 2 --format png
        verify nowhere.json
        systems chess
        systems --rulebook missing.py
        completion tcsh
        serve --port 99999999
    """,
}

#: Notations whose meaning the tests of the dice know.
CASES = Path(__file__).parent.parent / "dice" / "notation" / "cases.json"

_SLOW = ("4d%!<>45",)


@cache
def catalogue() -> dict[str, dict[str, Any]]:
    """The declarations of the systems that come with Oddsmith, by name."""
    names = {line.split()[0] for line in INPUTS}
    document = printed("systems", "--json").document
    return {system["name"]: system for system in document["systems"] if system["name"] in names}


def actions() -> list[str]:
    """Every action, as `SYSTEM ACTION`."""
    return [f"{name} {action['name']}" for name, system in catalogue().items() for action in system["actions"]]


def declared(action: str) -> dict[str, Any]:
    """The declaration of an action."""
    system, name = action.split()
    found: dict[str, Any] = next(one for one in catalogue()[system]["actions"] if one["name"] == name)
    return found


def documents(action: str) -> Iterator[str]:
    """The lines about an action whose documents are kept. What a line is about stands first, house rules last."""
    system = action.split()[0]
    asked = f"{action} {INPUTS[action]}"
    all_goals = [*declared(action)["events"], *declared(action)["measures"]]
    goals = [each["name"] for each in all_goals if usually(system, each)]
    needed = NEEDS.get(action, {})
    usual, readings = ruled(needed), [ruled(needed | other) for other in others(system)]
    yield from (f"odds {asked} --json{rules}" for rules in dict.fromkeys([usual, *readings]))
    yield from (f"best {asked} --plan 4 --json --goal {goal}{usual}" for goal in goals)
    for other in PLAYED[system]:
        yield f"best {asked} --plan 4 --json --goal {goals[0]}{ruled(needed | other)}"
    yield f"roll {asked} --json --seed golden{usual}"
    yield f"roll {asked} --json --seed golden --best {goals[0]}{usual}"
    yield f"simulate {asked} --json --runs 1000 --seed 7{usual}"


def usually(system: str, goal: dict[str, Any]) -> bool:
    """Tell whether there is such a goal under the house rules that are the default."""
    defaults = {option["name"]: option["default"] for option in catalogue()[system]["options"]}
    return all(defaults[rule] in readings for rule, readings in goal.get("under", {}).items())


def others(system: str) -> Iterator[dict[str, str]]:
    """Every house rule at every reading that is not its default; a number at its ends."""
    for option in catalogue()[system]["options"]:
        choices = option.get("choices") or [option[end] for end in ("low", "high")]
        for reading in choices:
            if reading != option["default"]:
                yield {option["name"]: str(reading)}


def ruled(rules: dict[str, str]) -> str:
    """House rules as they are typed."""
    return "".join(f" --option {name.replace('_', '-')}={reading}" for name, reading in rules.items())


def by_file() -> dict[str, list[str]]:
    """All lines whose documents are kept, by the file that keeps them."""
    files = {f"documents/{action.replace(' ', '/')}.jsonl": [*documents(action)] for action in actions()}
    files |= {f"documents/{name}/more.jsonl": lines(text) for name, text in MORE.items()}
    for verb in ("odds", "roll"):
        seed = " --seed golden" if verb == "roll" else ""
        files[f"documents/notation/{verb}.jsonl"] = [
            f"{verb} {shlex.quote(notation)} --json{seed}" for notation in notations()
        ]
    return files


def screens_by_file() -> dict[str, list[str]]:
    """All lines whose screens are kept, by the file that keeps them."""
    return {f"screens/{name}.txt": lines(text) for name, text in SCREENS.items()}


def notations() -> list[str]:
    """The notations of the tests of the dice, those that must not be read among them."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    return list(dict.fromkeys(case["notation"] for case in cases if case["notation"] not in _SLOW))


def lines(text: str) -> list[str]:
    """The lines of a text, each with single spaces."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
