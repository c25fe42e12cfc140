import Foundation

/// A long ledger in bitpal's own CSV, the same on every run.
struct Ledger {
  let transactions: Int
  let coins: Int

  /// A step of a linear congruential generator: good enough to mix rows, identical everywhere.
  private struct Mixer {
    var state: UInt64 = 7

    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  /// The rows, oldest first; a tenth of them belong to one coin, as in real portfolios.
  func csv() -> String {
    var mixer = Mixer()
    var held: [Int: Int] = [:]
    var text = "coin_id,type,amount,price,date,notes\n"
    let start = 1_400_000_000
    let step = (1_770_000_000 - start) / max(1, transactions)
    let notes = ["", "", "weekly buy", "Rebalanced on the exchange", "from cold storage"]
    for row in 0..<transactions {
      let coin = row < coins ? row : mixer.next(below: 10) == 0 ? 0 : mixer.next(below: coins)
      let balance = held[coin, default: 0]
      let isSale = balance > 2 && mixer.next(below: 100) < 45
      let amount = 1 + mixer.next(below: isSale ? balance - 1 : 1000)
      held[coin] = isSale ? balance - amount : balance + amount
      let date = Date(timeIntervalSince1970: TimeInterval(start + row * step))
      // Sell slightly less than counted here, so that no sale is ever uncovered.
      let whole = isSale ? amount - 1 : amount
      text += "\(id(coin)),\(isSale ? "sell" : "buy"),\(whole).\(10 + mixer.next(below: 90)),"
      text += "\(1 + mixer.next(below: 60_000)).\(10 + mixer.next(below: 90)),"
      text += "\(date.ISO8601Format()),\(notes[mixer.next(below: notes.count)])\n"
    }
    return text
  }

  /// A price for every coin, as `bitpal refresh --prices` reads them.
  func prices() -> String {
    var mixer = Mixer()
    let rows = (0..<coins).map { "\"\(id($0))\": \"\(1 + mixer.next(below: 60_000)).5\"" }
    return "{\(rows.joined(separator: ","))}"
  }

  /// Some of its coins, for the watchlist.
  var watched: [String] { (0..<min(coins, 40)).map(id) }

  private func id(_ coin: Int) -> String {
    coin == 0 ? "bitcoin" : "benchmark-coin-\(coin)"
  }
}
