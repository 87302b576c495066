"""The vector kernel: one thread deals 32 shoes in lockstep, each in its own byte lane.

A compiled loop that deals one shoe spends its time waiting: for a card before it can compare it,
and for the comparison before it knows what comes next. Here one instruction serves 32 shoes, and
nothing branches on a card. Three facts of probability make this possible:

1. **A shuffled shoe can be revealed card by card.** Every unseen card has the same chance to be
   next. So the counts of the ranks left are all that has to be stored of a shoe: a few bytes, and
   no memory to search (`shoes`).
2. **It can be revealed in any order**, and burned cards need not be revealed at all. So the
   dealer's card comes first and no player's card has to be stored. Every shoe loses the same number
   of cards, whatever happens in it, so the number left is the same in all 32 (`places`).
3. **Each shoe has its own random numbers.** If the lanes shared a permutation, the rounds of
   different shoes would be correlated and every error bar would be wrong (`streams`).

Shoes differ in how far their rounds have come. Small numbers in the lanes keep track of that, and
the same arithmetic changes them in all lanes (`single`, `several`; `fresh` for a new shoe in each
round). Only the outcome of a round is counted, at the place that `casinowar.sim.tallies` gives.

`fits` tells which games the kernel can play, and `lacks` why it cannot play others. `play` plays
rounds. `trace` returns the cards drawn, for comparison with the general kernel and the core. All
numbers are whole and every operation is exact, so the same stream gives the same counts on every
machine (`lanes`).
"""

from casinowar.sim.kernels.vector.forms import fits, lacks, play
from casinowar.sim.kernels.vector.trace import trace

__all__ = ["fits", "lacks", "play", "trace"]
