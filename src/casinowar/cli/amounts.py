"""Amounts of money as the value of an option."""

import click


def cents(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """Convert an amount, such as 5 or 1,250.50, to whole cents."""
    from casinowar.errors import NotationError
    from casinowar.money import parse_money

    try:
        return None if value is None else parse_money(value)
    except NotationError as error:
        raise click.BadParameter(str(error)) from error
