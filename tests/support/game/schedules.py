"""The pay schedule of each document, line by line: what is said, and the figure that is printed."""

SCHEDULES: dict[str, list[tuple[str, str]]] = {
    "washington": [
        ("beating the dealer", "1 to 1"),
        ("surrendering instead of going to war", "lose half"),
        ("winning a war, against the two units at risk", "1 to 2"),
        ("tying a war, against the two units at risk", "1 to 1"),
        ("house advantage on the primary wager", "2.33 % of the primary wager"),
        ("winning the tie wager", "10 to 1"),
        ("house advantage on the tie wager", "18.65 % of the tie wager"),
    ],
    "fun-casino": [
        ("a first-round tie wager won", "10:1"),
        ("the first round won", "even money"),
        ("surrender", "half wager"),
        ("a war won", "2:1"),
        ("a war tied", "3:1"),
    ],
    "online": [
        ("first round, main bet, win", "1:1"),
        ("first round, main bet, tie", "surrender or war (printed: PUSH)"),
        ("first round, tie bet, won", "10:1"),
        ("first round, tie bet, in the column for ties", "-"),
        ("war, main bet, win", "PUSH"),
        ("war, main bet, tie", "PUSH"),
    ],
    "south-dakota": [
        ("beating the dealer", "1 to 1"),
        ("surrendering instead of going to war", "lose half"),
        ("winning a war, against the two units at risk", "1 to 2"),
        ("tying a war, against the two units at risk", "1 to 1"),
    ],
    "california": [
        ("the primary wager won", "1 to 1"),
        ("the tie wager won", "10 to 1"),
        ("the war wager won", "1 to 1"),
        ("the war wager when the war is tied", "2 to 1"),
    ],
}
