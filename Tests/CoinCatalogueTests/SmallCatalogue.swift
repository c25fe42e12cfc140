import CoinCatalogue

/// A catalog small enough to damage byte by byte; the coins are out of order on purpose.
let smallCoins = [
  CatalogueCoin(id: "uniswap", symbol: "UNI", name: "Uniswap", rank: 45),
  CatalogueCoin(id: "uni", symbol: "uni", name: "Uni", rank: nil),
  CatalogueCoin(id: "_", symbol: "", name: "", rank: nil),
  CatalogueCoin(id: "bianrensheng", symbol: "币安人生", name: "币安人生", rank: 122),
  CatalogueCoin(id: "uni-2", symbol: "uni", name: "Old Uni", rank: nil, formerRank: 3),
]
