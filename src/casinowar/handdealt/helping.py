"""What the dealer can type, on one screen of 80 by 24."""

HELP = """\
9  k  10h        a card; several in a row: 9 k 4 9
b                burn what is due, also among cards: b 9 k; b2 burns two of it
Enter            burns what is due, or pays what is shown (as pay or p does)
1 w   1 s        seat 1 goes to war, or surrenders; only one is asked: w or s
1 w 5            with 5 on a tie in the war; backline: dan w, 1 dan w; all w
1=20/5           seat 1 bets 20, and 5 on a tie; in a row: 1=20 2=10 3=/5
bet 1 dan 10     a backline bet on seat 1; withdraw 1, withdraw 1 tie
again            the bets of the last round; close: no more bets
sit ann bob      on the first free seats; sit 3 cy; leave 3
shoe             a new shoe lies there; cutcard 30: with 30 cards behind it
cut              whoever is asked cuts, at 100: cut 100; cut dealer 100; pass
bank 300         whoever is asked banks and posts 300; bank ann 300; decline
stake 300        the banker's wager; stake alone: as before; giveup
fix k            the last card was a king, until the next card or payment
x                excess: a card too many, unseen; shown 9: one shown by mistake
dealer dora      a new dealer
rule void WHY    the pit boss rules; rule stands WHY
timeout          nobody answers; cancel: the round is open for too long
status  rules  ?  quit
Several commands on one line: put ; or a comma and a space between them."""
