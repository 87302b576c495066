"""The services of a house, one for each subject. The web calls these and nothing below them."""

from dataclasses import dataclass

from casinowar.house.dealing.hand_dealt import DealingService
from casinowar.house.history.history_service import HistoryService
from casinowar.house.house import House
from casinowar.house.people.account_service import AccountService
from casinowar.house.people.chips import ChipRules
from casinowar.house.people.link_service import LinkService
from casinowar.house.people.names import Names
from casinowar.house.people.own_limit_service import OwnLimitService
from casinowar.house.people.passwords import Passwords
from casinowar.house.people.presence import Presence
from casinowar.house.people.sessions import REMEMBERED_MS, SHARED_MS, Sessions
from casinowar.house.pit.office_service import OfficeService
from casinowar.house.pit.pit_service import PitService
from casinowar.house.pools import Pool, ProcessPool
from casinowar.house.rules.rule_service import RuleService
from casinowar.house.settings import Settings
from casinowar.house.tables.lobby_feed import LobbyFeed
from casinowar.house.tables.table_feed import TableFeed
from casinowar.house.tables.table_service import TableService
from casinowar.house.upkeep.health import Readiness, Watcher


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one house."""

    house: House
    sessions: Sessions
    names: Names
    presence: Presence
    passwords: Passwords
    prices: Pool
    accounts: AccountService
    links: LinkService
    own_limits: OwnLimitService
    rules: RuleService
    history: HistoryService
    tables: TableService
    table_feed: TableFeed
    lobby_feed: LobbyFeed
    dealing: DealingService
    pit: PitService
    offices: OfficeService
    readiness: Readiness
    watcher: Watcher

    def close(self) -> None:
        """Stop the pools."""
        self.passwords.close()
        self.prices.close()


def open_services(house: House, settings: Settings, passwords: Passwords | None = None) -> Services:
    """The services of a house with these settings."""
    sessions = Sessions(house, house.clock, SHARED_MS if house.is_shared else REMEMBERED_MS)
    names = Names(house, house.clock, is_shared=house.is_shared)
    passwords = passwords or Passwords()
    chip_rules = ChipRules(
        settings.grant, settings.refill, settings.refill_below, settings.refills_per_day
    )
    presence, prices = house.presence, ProcessPool(waiting=8)
    rules = RuleService(house, prices)
    tables = TableService(house, names, presence, rules.file)
    return Services(
        house=house,
        sessions=sessions,
        names=names,
        presence=presence,
        passwords=passwords,
        prices=prices,
        accounts=AccountService(house, sessions, names, passwords, chip_rules),
        links=LinkService(house, sessions, chip_rules),
        own_limits=OwnLimitService(house, sessions),
        rules=rules,
        history=HistoryService(house, names),
        tables=tables,
        table_feed=TableFeed(house, names, presence, sessions),
        lobby_feed=LobbyFeed(house, tables, sessions),
        dealing=DealingService(house),
        pit=PitService(house, names),
        offices=OfficeService(house, names, sessions),
        readiness=Readiness(house),
        watcher=Watcher(house),
    )
