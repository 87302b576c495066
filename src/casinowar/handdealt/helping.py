"""What the dealer can type, on one screen."""

HELP = """\
cards    9  k  10h     a card, several in a row: 9 k 4 9   b: burn what is due (b2: two of it)
Enter    burns what is due, or pays what is shown      pay (p): the same as Enter
1 w      seat 1 goes to war; 1 w 5: with a tie wager of 5; 1 bob w: backline; all w
1 s      seat 1 surrenders                      timeout: nobody answered, the house decides
1=20/5   seat 1 bets 20 and 5 on a tie; 1=20; 1=/5; several: 1=20 2=10; bet 1 bob 10: backline
again    the bets of the last round             withdraw 1 [tie]     close: no more bets
sit ann bob, sit 3 cy, leave 3                  status, rules, quit
shoe     a new shoe lies there: shoe, or shoe red; cut 100, cut 3 100, cut dealer 100, pass;
         cutcard 30: so many cards behind it
bank 300 the one asked takes the bank and posts 300; bank, decline, stake 300, stake, giveup
fix k    the last card was a king               dealer dora: a new dealer
x        excess: a card too many, unseen        shown 9: a card shown by mistake
rule void REASON, rule stands REASON            cancel: a round in progress for too long
Several commands on a line: put ; or a comma and a space between them."""
