"""The figures of a house as a scrape tells them."""

from collections.abc import Iterable

import httpx2
from prometheus_client.parser import text_string_to_metric_families

Figures = dict[str, dict[tuple[str, ...], float]]
"""By name, and by the values of the labels in the order of their names."""


def read_figures(text: str) -> Figures:
    found: Figures = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = tuple(value for _, value in sorted(sample.labels.items()))
            rows = found.setdefault(sample.name, {})
            assert labels not in rows, f"{sample.name}{labels} is told twice"
            rows[labels] = sample.value
    return found


def scrape(url: str, token: str = "") -> Figures:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx2.get(f"{url}/metrics", headers=headers, timeout=20, verify=False)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return read_figures(answer.text)


def total(rows: Iterable[float]) -> int:
    return round(sum(rows))
