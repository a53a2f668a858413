"""Ways on from one state of a rule, up to the next: by answers and options, or straight where nothing is asked."""
