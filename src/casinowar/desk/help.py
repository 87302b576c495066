"""The help: what the dealer can type, on one screen of 80 by 24."""

HELP = """\
9  k  10h        a card; several in a row: 9 k 4 9
b                burn the cards due, also between cards: b 9 k; b2 burns only 2
Enter            burn the cards due, or make the payments shown (also: pay, p)
1 w   1 s        seat 1 goes to war, or surrenders; for the only tie: w or s
1 w 5            war with 5 on a tie; backline: dan w, 1 dan w; everyone: all w
1=20/5           seat 1 bets 20, and 5 on a tie; several: 1=20 2=10 3=/5
bet 1 dan 10     a backline bet on seat 1; to undo: withdraw 1, withdraw 1 tie
again            repeat the bets of the last round; close: no more bets
sit ann bob      take the first free seats; sit 3 cy; leave 3
shoe             bring a new shoe; cutcard 30: cut card with 30 cards behind it
cut              the player asked cuts; at 100: cut 100; cut dealer 100; pass
bank 300         the player asked banks and posts 300; bank ann 300; decline
stake 300        the banker's stake; stake alone repeats the last one; giveup
fix k            the last card was a king; until the next card or payment
x                one card too many, unseen; shown 9: a nine shown by mistake
dealer dora      Dora takes over as dealer
rule void WHY    the pit boss voids the round; rule stands WHY
rule 2 tie take WHY: rules on one wager; return WHY; pay OUTCOME WHY
timeout          a player ran out of time; cancel: the round took too long
status  sign  rules  ?  quit
Several commands on one line: put ; or a comma and a space between them."""
