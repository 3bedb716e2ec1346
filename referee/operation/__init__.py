"""Operation: what keeps the referee well for years: backups, checks, an overview, notices to the service manager."""
