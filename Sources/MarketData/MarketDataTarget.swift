// Rates of currencies and daily prices of coins.
