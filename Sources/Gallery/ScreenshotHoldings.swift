import Exact
import FoundationEssentials
import Portfolio

/// A fictional holding that shows a state, in US dollars.
package struct InventedHolding {
  let id: String
  package let symbol: String
  package let name: String
  let amount: ExactDecimal
  let cost: ExactDecimal
  let price: ExactDecimal

  init(
    _ id: String, _ symbol: String, _ name: String, amount: ExactDecimal = 1, cost: ExactDecimal,
    price: ExactDecimal
  ) {
    self.id = id
    self.symbol = symbol
    self.name = name
    self.amount = amount
    self.cost = cost
    self.price = price
  }

  func holding(_ refresh: Date) -> Holding {
    let coin = Coin(
      id: id, symbol: symbol, name: name, currentPrice: price, lastUpdated: refresh)
    return Holding(coin: coin, totalAmount: amount, totalCost: cost)
  }
}

/// US dollars from whole cents; a floating-point literal would be inexact.
func cents(_ count: Int) -> ExactDecimal { power(-2, count) }

private func power(_ exponent: Int, _ count: Int) -> ExactDecimal {
  ExactDecimal(count, exponent: exponent)
}

// MARK: Figures

extension InventedHolding {
  static let losses = [
    InventedHolding("bitcoin", "btc", "Bitcoin", cost: 100_000, price: 76_871),
    InventedHolding("terra-luna", "lunc", "Terra Luna Classic", cost: 9_000, price: cents(5)),
  ]
  static let huge = InventedHolding(
    "bitcoin", "btc", "Bitcoin", cost: cents(123_456), price: cents(9_876_543_210_987))
  static let tiny = InventedHolding(
    "shiba-inu", "shib", "Shiba Inu", cost: power(-7, 5), price: power(-6, 1))
  static let lowPrice = InventedHolding(
    "pepe", "pepe", "Pepe", amount: 50_000_000, cost: 600, price: power(-8, 823))

  /// Twenty coins, highest value first.
  static let market = [
    InventedHolding("bitcoin", "btc", "Bitcoin", cost: 60_000, price: 76_871),
    held("ethereum", "eth", "Ethereum", 2, cost: 5_000, cents: 228_727),
    held("binancecoin", "bnb", "BNB", 6, cost: 3_100, cents: 62_450),
    held("solana", "sol", "Solana", 40, cost: 4_200, cents: 8_400),
    held("ripple", "xrp", "XRP", 2_000, cost: 1_000, cents: 139),
    held("tron", "trx", "TRON", 8_000, cost: 2_000, cents: 31),
    held("dogecoin", "doge", "Dogecoin", 20_000, cost: 1_800, cents: 10),
    held("chainlink", "link", "Chainlink", 180, cost: 2_400, cents: 927),
    held("monero", "xmr", "Monero", 4, cost: 600, cents: 33_120),
    held("stellar", "xlm", "Stellar", 7_000, cost: 1_500, cents: 16),
    held("bitcoin-cash", "bch", "Bitcoin Cash", 2, cost: 700, cents: 45_510),
    held("avalanche-2", "avax", "Avalanche", 90, cost: 2_000, cents: 921),
    held("litecoin", "ltc", "Litecoin", 14, cost: 1_100, cents: 5_523),
    held("hedera-hashgraph", "hbar", "Hedera", 8_000, cost: 900, cents: 9),
    held("cardano", "ada", "Cardano", 2_600, cost: 2_100, cents: 25),
    held("uniswap", "uni", "Uniswap", 150, cost: 1_200, cents: 327),
    held("sui", "sui", "Sui", 450, cost: 250, cents: 93),
    held("near", "near", "NEAR Protocol", 250, cost: 800, cents: 136),
    held("polkadot", "dot", "Polkadot", 200, cost: 1_300, cents: 122),
    held("aptos", "apt", "Aptos", 180, cost: 900, cents: 95),
  ]

  private static func held(
    _ id: String, _ symbol: String, _ name: String, _ amount: ExactDecimal, cost: ExactDecimal,
    cents price: Int
  ) -> InventedHolding {
    InventedHolding(id, symbol, name, amount: amount, cost: cost, price: cents(price))
  }
}

// MARK: Names from the coin list, and some that no coin should have

extension InventedHolding {
  static let bitcoin = named("bitcoin", "btc", "Bitcoin", 100)
  static let wideName = named("bianrensheng", "币安人生", "币安人生", 500)
  package static let longName = named(
    "long-name", "LONG",
    "A Very Long Name of a Token That Goes On and On Until Nobody Reads Them", 600)
  package static let longSymbol = named(
    "long-symbol", "SYMBOLOFTHIRTYEIGHTCHARACTERSINONEWORD", "Long Symbol", 400)
  static let rightToLeft = named("habibi", "حبيبي", "حبيبي \u{202E}Habibi", 300)
  static let combiningMarks = named(
    "marks", "ko\u{301}m", "Z\u{351}\u{36B}\u{343}ko\u{301}mbi\u{308}ning q\u{307}\u{323}", 250)
  static let zeroWidth = named(
    "zero-width", "ze\u{200B}ro", "Ze\u{200B}ro\u{200D} \u{2060}Wi\u{FEFF}dth\u{AD}", 250)
  static let escapeSequence = named(
    "hostile", "\u{1B}[31mRED", "\u{1B}]0;owned\u{07}Clear\u{1B}[2J \u{9B}5mBlink\r\nLine", 200)
  static let noSymbol = named("nameless", "", "Stable", 150)

  private static func named(
    _ id: String, _ symbol: String, _ name: String, _ price: ExactDecimal
  ) -> InventedHolding {
    InventedHolding(id, symbol, name, cost: 100, price: price)
  }
}
