"""Casino War for programs: ``import casinowar as cw``.

Load the rules of a table once. Then price them, settle rounds, play, simulate and prove.
Every name is loaded when it is first used, so that the import itself costs nothing.
"""

TYPE_CHECKING = False
"""As in `typing`. That is not imported, because Ctrl-C while it loads would show a traceback."""

__version__: str

_HOME = {
    "casinowar.api.rules": "Citation Clause Rules load rule_sets",
    "casinowar.api.price": "TablePrice TieDecision price",
    "casinowar.api.wager": "WagerPrice",
    "casinowar.api.session": "SessionOutlook",
    "casinowar.api.settle": "HandTotal RoundResult Settlement settle",
    "casinowar.api.table": "Table",
    "casinowar.api.shoe": "shuffled",
    "casinowar.api.simulation.simulate": "simulate",
    "casinowar.api.simulation.result": "Simulation WagerEstimate",
    "casinowar.api.simulation.prove": "Proof prove",
    "casinowar.api.check": "CheckReport check",
    "casinowar.api.compare": "ComparedRules Comparison compare",
    "casinowar.api.shoes.verify": "Verification verify verify_all",
    "casinowar.api.shoes.replay": "ReplayedRound replay",
    "casinowar.api.actions": (
        "Burn CancelRound ChangeDealer CloseBets CorrectCard CutDeck Deal DeclineBank "
        "DiscloseCard DrawExcess GiveUpBank GoToWar Leave NewShoe PassCut Pay PlaceBet "
        "PlaceCutCard PostStake Rule Sit Surrender TakeBank TimeOut WithdrawBet"
    ),
    "casinowar.api.events": (
        "BankDeclined BankGivenUp BankMatched BankOffered BankTaken BetPlaced BetWithdrawn "
        "BetsClosed CardCorrected CardDealt CardDisclosed CardsBurned CardsCollected CutCardPlaced "
        "CutCardReached CutPassed DealerChanged DeckCut DisclosureCorrected ExcessDiscarded "
        "ExcessDrawn ExcessReturned Forfeited LeavePlanned LimitsReminded MinimumReminded "
        "RoundCancelled RoundEnded RoundRuled SeatLeft Seated ShoeBrought StakePosted "
        "StakeReturned Surrendered WagerReturned WagerReversed WagerSettled WarDeclared"
    ),
    "casinowar.api.needs": (
        "BankerNeeded BetsNeeded BurnNeeded CardNeeded ChoiceNeeded CutCardNeeded CutNeeded Hand "
        "Nothing PaymentNeeded PlayersNeeded ShoeNeeded StakeNeeded"
    ),
    "casinowar.api.values": (
        "Bet Card Finding Limit Offer Options PossibleResult ReportedEvent Round Suit describe "
        "format_money parse_card parse_money"
    ),
    "casinowar.errors": (
        "CasinoWarError FairError IllegalAction NotationError RecordError RuleError WrongEntry"
    ),
}
"""The public names, by the module each is loaded from."""

__all__ = ["__version__", *" ".join(_HOME.values()).split()]  # noqa: PLE0604

if TYPE_CHECKING:  # the same names for type checkers and editors: each module's `__all__`
    from casinowar.api.actions import *
    from casinowar.api.check import *
    from casinowar.api.compare import *
    from casinowar.api.events import *
    from casinowar.api.needs import *
    from casinowar.api.price import *
    from casinowar.api.rules import *
    from casinowar.api.session import *
    from casinowar.api.settle import *
    from casinowar.api.shoe import *
    from casinowar.api.shoes.replay import *
    from casinowar.api.shoes.verify import *
    from casinowar.api.simulation.prove import *
    from casinowar.api.simulation.result import *
    from casinowar.api.simulation.simulate import *
    from casinowar.api.table import *
    from casinowar.api.values import *
    from casinowar.api.wager import *
    from casinowar.errors import *
else:  # hidden from type checkers: with it, they would accept any name

    def __getattr__(name: str) -> object:
        """A public name, loaded when it is first asked for."""
        if name == "__version__":
            from importlib.metadata import version

            return version("casinowar")
        for module, names in _HOME.items():
            if name in names.split():
                from importlib import import_module

                found = getattr(import_module(module), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
