"""The query of a list that is answered page by page."""

from typing import Annotated

from msgspec import Meta

from casinowar.house.messages import Message

PAGE = 50


class Page(Message, frozen=True):
    """Which page of a list."""

    limit: Annotated[int, Meta(ge=1, le=200, description="The most items on a page.")] = PAGE
    after: Annotated[
        str,
        Meta(max_length=200, description="The `next` of the page before; empty for the first."),
    ] = ""
