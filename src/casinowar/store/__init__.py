"""The only SQL: record, ledger, accounts and request keys, in one transaction for each action."""
