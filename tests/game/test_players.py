import pytest

from casinowar.game.players import PLAYER_ID, PlayerKind, kind_of, player_id


def letters(count: int) -> str:
    return "abcdefghijklmnop234567"[:count]


@pytest.mark.parametrize(
    "player, kind",
    [
        ("pabcdefghijkl", "person"),
        ("bot-abcdefgh", "bot"),
        ("walk-abcdefgh", "walk-in"),
        ("ann", "person"),
        ("bottom", "person"),
        ("walker", "person"),
        ("Bot-1", "person"),
        ("", "person"),
    ],
)
def test_a_name_tells_the_kind(player: str, kind: PlayerKind) -> None:
    assert kind_of(player) == kind


@pytest.mark.parametrize(
    "kind, player",
    [("person", "pabcdefghijkl"), ("bot", "bot-abcdefgh"), ("walk-in", "walk-abcdefgh")],
)
def test_a_new_name_is_of_its_kind_and_found_in_a_text(kind: PlayerKind, player: str) -> None:
    assert player_id(kind, letters) == player
    assert kind_of(player) == kind
    assert PLAYER_ID.findall(f"seat 1, {player}: bets") == [player]


@pytest.mark.parametrize(
    "text", ["pabc", "a-bot-abcdefgh", "walk-abcdefghi", "xpabcdefghijkl", "bot-"]
)
def test_other_words_are_no_names(text: str) -> None:
    assert PLAYER_ID.findall(text) == []
