"""python3 check_dice.py record.json: do its dice hold? Each step, what it shows and what not: docs/dice.md."""

import hashlib
import hmac
import json
import re
import sys


def text(*words):
    return "".join(word + "|" for word in ("barpoint-dice/1", *words)).encode()


def dice_of(key, number):
    found, block = [], 0
    while len(found) < 2:
        message = text("roll") + number.to_bytes(4, "big") + block.to_bytes(4, "big")
        found += [byte % 6 + 1 for byte in hmac.digest(key, message, "sha256") if byte < 252]
        block += 1
    return found[:2]


def check(data):
    """What has to hold, one after the other: whether it does, and what is wrong if it does not."""
    file = re.fullmatch(rb'\{"record":(\{.*\}),"seal":"([0-9a-f]{64})"\}\n', data, re.S)
    yield file and hashlib.sha256(file[1]).hexdigest().encode() == file[2], "the seal does not fit, the file is damaged"
    match, length, dice, games, moves = map(json.loads(file[1]).get, ("match", "length", "dice", "games", "moves"))
    yield dice and dice["protocol"] == "barpoint-dice/1", "it has none by barpoint-dice/1, so nothing can be said"
    yield dice["links"] == (2 * length - 1 if length else 1000) >= len(games), "the chain has a wrong length"
    steps = [dice[name + "_at"] for name in ("committed", "creator_committed", "joiner_revealed", "creator_revealed")]
    times = [time for time in steps + [game[at] for game in games for at in ("started_at", "ended_at")] if time]
    yield all(row == sorted(row) for row in (times, [move["made_at"] for move in moves])), "the times are out of order"
    yield [move["version"] for move in moves] == [*range(1, len(moves) + 1)], "a move is missing or there twice"
    yield [game["number"] for game in games] == [*range(1, len(games) + 1)], "a game is missing or there twice"
    creator, joiner = bytes.fromhex(dice["creator_secret"]), bytes.fromhex(dice["joiner_secret"])
    yield not games or all(steps) and len(creator) == len(joiner) == 32, "a game began before all secrets were there"
    fixed = hashlib.sha256(text("secret", match, dice["creator"]) + creator).hexdigest()
    yield fixed == dice["creator_commitment"] or not creator, "the creator's secret is not what was committed to"
    before, secrets = dice["root"], creator + joiner if dice["creator"] == "white" else joiner + creator
    for name, game in ((str(game["number"]), game) for game in games):
        rolls = [move for move in moves if move["game"] == game["number"] and (move["kind"] == "roll" or move["dice"])]
        yield [move["roll"] for move in rolls] == [*range(len(rolls))], f"game {name} lacks a roll or has one twice"
        yield bool(game["secret"]) == bool(game["ended_at"]), f"game {name} tells its secret too early or not at all"
        yield game["ended_at"] or game is games[-1], f"game {name} has no end, and another follows"
        if link := bytes.fromhex(game["secret"]):
            linked, before = hashlib.sha256(text("chain", match, name) + link).hexdigest() == before, game["secret"]
            yield linked, f"the secret of game {name} is not of the chain that was committed to"
            key = hmac.digest(link, text("key", match, name) + secrets, "sha256")
            for move in rolls:
                yield move["dice"] == dice_of(key, move["roll"]), f"roll {move['roll']} of game {name} is a wrong one"


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as record:
            fault = next((sentence for holds, sentence in check(record.read()) if not holds), None)
    except Exception:
        fault = "this is not a record"
    print(f"The dice do not hold: {fault}." if fault else "Every roll of every finished game follows from the secrets.")
    sys.exit(1 if fault else 0)
