/* The yardstick: a plain C loop that deals Casino War and counts how rounds came out.

   Six decks, the cut card 30 from the end, one card burned when a shoe begins; every tie goes to
   one war for the whole table, for which 3 cards are burned. Compiled with -DSEATS=n.

   It is the fastest scalar loop we know how to write:
   - a shoe is shuffled no further than it is dealt: a card is taken from a random one of the
     places left, and the last of these takes its place (Fisher and Yates, from the end);
   - a card costs 16 random bits, four cards one number of SFC64, kept in registers;
   - x * left / 65536 is a place; words that would favour one are dropped, and the remainder that
     says which is only worked out where it could be so;
   - a burned card stays where it is, as good as any other, and only counts as gone;
   - a new shoe is a copy of a full one: cheaper than putting back each card as it is taken;
   - ranks as 32-bit words: on the machines we tried, bytes were slower.
   A round's place in the counts is (higher, equal, war_higher, war_lower), read as digits. */

#include <stdint.h>
#include <string.h>

#ifndef SEATS
#error "compile with -DSEATS=n"
#endif

enum { CARDS = 6 * 52, LAST_GONE = CARDS - 30, FIRST_BURN = 1, WAR_BURN = 3, RADIX = SEATS + 1 };

struct source {
    uint64_t a, b, c, counter;
    uint64_t bits;
    int words;
};

static inline uint64_t next(struct source *s)
{
    uint64_t number = s->a + s->b + s->counter++;
    s->a = s->b ^ (s->b >> 11);
    s->b = s->c + (s->c << 3);
    s->c = ((s->c << 24) | (s->c >> 40)) + number;
    return number;
}

static inline uint32_t next_word(struct source *s)
{
    if (__builtin_expect(s->words == 0, 0)) {
        s->bits = next(s);
        s->words = 4;
    }
    uint32_t word = (uint16_t)s->bits;
    s->bits >>= 16;
    s->words--;
    return word;
}

static inline uint32_t draw(uint32_t *shoe, uint32_t *left, struct source *s)
{
    uint32_t product = next_word(s) * *left;
    if (__builtin_expect((uint16_t)product < *left, 0)) {
        uint32_t least = 65536 % *left;
        while ((uint16_t)product < least)
            product = next_word(s) * *left;
    }
    uint32_t place = product >> 16;
    uint32_t card = shoe[place];
    shoe[place] = shoe[--*left];
    return card;
}

void play(const uint64_t seed[3], uint64_t rounds, uint64_t *counts)
{
    uint32_t full[CARDS], shoe[CARDS], left = 0, gone = CARDS;
    struct source s = {seed[0], seed[1], seed[2], 1, 0, 0};

    for (int dropped = 0; dropped < 12; dropped++)
        next(&s);
    for (int card = 0; card < CARDS; card++)
        full[card] = card % 13;

    while (rounds--) {
        if (gone >= LAST_GONE) {
            memcpy(shoe, full, sizeof shoe);
            left = CARDS;
            gone = FIRST_BURN;
        }
        uint32_t dealer = draw(shoe, &left, &s), higher = 0, equal = 0;
        for (int seat = 0; seat < SEATS; seat++) {
            uint32_t card = draw(shoe, &left, &s);
            higher += card < dealer; /* rank 0 is the highest */
            equal += card == dealer;
        }
        gone += SEATS + 1;
        uint32_t place = (higher * RADIX + equal) * RADIX * RADIX;
        if (equal) {
            uint32_t war_higher = 0, war_lower = 0;
            dealer = draw(shoe, &left, &s);
            for (uint32_t war = 0; war < equal; war++) {
                uint32_t card = draw(shoe, &left, &s);
                war_higher += card < dealer;
                war_lower += card > dealer;
            }
            gone += WAR_BURN + 1 + equal;
            place += war_higher * RADIX + war_lower;
        }
        counts[place]++;
    }
}
