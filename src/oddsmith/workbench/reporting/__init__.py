"""Reports: a page about a game that stands by itself, with figures, findings and the commands behind them."""
