"""Measures the server beside a floor: the socket layer with the least possible game on it. See README.md."""
