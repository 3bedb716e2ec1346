"""Events at the desk: they open, are joined, start games by themselves, and end; what directors and players may do."""
