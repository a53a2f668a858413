"""The gallery's document says of each game what its file says."""

from oddsmith.answers.documents.gallery import gallery_document
from oddsmith.systems.gallery import gallery
from oddsmith.systems.registry import load_rulebook, system


def test_titles_and_sources_are_those_of_the_games() -> None:
    games = {game["name"]: game for game in gallery_document()["games"]}
    assert list(games) == list(gallery())
    for name in ("craps", "genesys", "v5-willpower"):
        load_rulebook(str(gallery()[name]))
    craps = games["craps"]
    assert [games[name]["system"] for name in ("craps", "pbta-hold", "five-e-attack")] == [
        "craps",
        "pbta-hold",
        "5e-attack",
    ]
    assert (craps["title"], craps["file"]) == ("Craps", "craps.py")
    assert system("craps").title == craps["title"]
    assert [source.url for source in system("craps").sources] == [craps["source"]]
    assert all(game["summary"].endswith(".") and game["source"].startswith("https://") for game in games.values())
