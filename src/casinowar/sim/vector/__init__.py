"""The vector kernel: 32 shoes in lockstep, one byte lane each, for one thread of one core.

A compiled loop that deals one shoe waits: for a card before it can be compared, for a comparison
before it knows what comes next. Here one instruction serves 32 shoes, and nothing branches on a
card. Three facts of probability make it possible:

1. **A shuffled shoe can be revealed card by card.** The next card is any of those unseen with the
   same chance, so the counts of the ranks left in a shoe are all that has to be kept of it: a few
   bytes, and no memory to search (`shoes`).
2. **It can be revealed in any order**, and a burned card need never be. So the dealer's card comes
   first, no player's card has to be kept, and as many cards leave every shoe, whatever happens in
   it: the number left is the same in all 32 (`places`).
3. **Each shoe has chance of its own.** Were a permutation shared by the lanes, the rounds of
   different shoes would go together and every error bar would be wrong (`streams`).

What differs from shoe to shoe is where in a round it is: small numbers in a lane, changed by the
same arithmetic in all (`single`, `several`; `fresh` for a new shoe in each round). Only how a round
came out is counted, and `casinowar.sim.tallies` says where.

`fits` says for which games, and `lacks` why not for others; `play` plays; `trace` says which cards
were drawn, for comparison with the general kernel and the core. All numbers are whole and every
operation is exact, so that the same stream gives the same counts on every machine (`lanes`).
"""

from casinowar.sim.vector.playing import fits, lacks, play
from casinowar.sim.vector.tracing import trace

__all__ = ["fits", "lacks", "play", "trace"]
