"""The settings: what config.toml holds, read and checked."""

from referee.config.checks import is_loopback
from referee.config.reading import known_keys, load, parse, secret_files
from referee.config.sections import (
    Backup,
    Box,
    Config,
    ConfigError,
    Games,
    Identity,
    Imap,
    Mail,
    Metrics,
    Secret,
    Smtp,
    Store,
    Tokens,
)

__all__ = [
    "Backup",
    "Box",
    "Config",
    "ConfigError",
    "Games",
    "Identity",
    "Imap",
    "Mail",
    "Metrics",
    "Secret",
    "Smtp",
    "Store",
    "Tokens",
    "is_loopback",
    "known_keys",
    "load",
    "parse",
    "secret_files",
]
