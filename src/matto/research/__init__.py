"""Research: who is better, many deals at once, data sets, training, and the forms of others."""
