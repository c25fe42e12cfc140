import CoinCatalogue

/// A catalogue small enough to spoil byte by byte; the coins are out of order on purpose.
let smallCoins = [
  CatalogueCoin(id: "uniswap", symbol: "UNI", name: "Uniswap", rank: 45),
  CatalogueCoin(id: "uni", symbol: "uni", name: "Uni", rank: nil),
  CatalogueCoin(id: "_", symbol: "", name: "", rank: nil),
  CatalogueCoin(id: "bianrensheng", symbol: "币安人生", name: "币安人生", rank: 122),
  CatalogueCoin(id: "uni-2", symbol: "uni", name: "Old Uni", rank: nil, formerRank: 3),
]

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var seed: UInt64

  mutating func next() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var mixed = seed
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
