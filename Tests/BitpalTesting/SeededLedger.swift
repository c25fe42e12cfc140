import Exact
import FoundationEssentials
public import Portfolio

/// A valid ledger of some coins: purchases, gifts, partial sales, full closes, dust, 18 decimals,
/// and many rows of one instant.
public func randomLedger(seed: UInt64, count: Int, withDust: Bool = true) -> [Transaction] {
  var generator = SeededGenerator(seed: seed)
  let coins = ["bitcoin", "ethereum", "dust-coin", "0x", "usd-coin"]
  let notes: [String?] = [
    nil, nil, "plain", "comma, \"quotes\"", "two\nlines", "cr\rlf\r\n", " spaced ",
    "; date:2024 [x]",
    "[kraken T]", "[dca]", "漢字 🤓 \u{1B}[31m", "=1+1", "-",
  ]
  var balances: [String: Quantity] = [:]
  var ledger: [Transaction] = []
  var milliseconds = 1_500_000_000_000
  for number in 0..<count {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: break
    case 1: milliseconds += Int.random(in: 1...100_000_000, using: &generator)
    case 2: milliseconds += 86_400_000 - milliseconds % 86_400_000
    default: milliseconds += Int.random(in: 1...40, using: &generator) * 1000
    }
    let coin = coins[Int.random(in: 0..<coins.count, using: &generator)]
    let held = balances[coin] ?? 0
    let isSale = held > 0 && Bool.random(using: &generator)
    let amount =
      isSale ? sold(of: held, withDust: withDust, using: &generator) : quantity(using: &generator)
    let isGift = !isSale && Int.random(in: 0..<6, using: &generator) == 0
    let note = notes[Int.random(in: 0..<notes.count, using: &generator)]
    ledger.append(
      Transaction(
        id: UUID(uuid: uuid(using: &generator)), coinId: coin,
        type: isSale ? .sell : isGift ? .gift : .buy, amount: amount,
        pricePerCoin: isGift ? 0 : price(using: &generator),
        date: Date(millisecondsSince1970: milliseconds),
        notes: note == "[kraken T]" ? "[kraken T\(number)]" : note))
    let rest = isSale ? held - amount : held + amount
    balances[coin] = isSale && rest.magnitude < closingTolerance ? 0 : rest
  }
  return ledger
}

private func sold(
  of held: Quantity, withDust: Bool, using generator: inout SeededGenerator
) -> Quantity {
  let dust: Quantity = withDust ? exact("0.000000001") : 0
  switch Int.random(in: 0..<4, using: &generator) {
  case 0: return held
  case 1: return held > dust ? held - dust : held
  case 2: return held + dust
  default:
    let share = ExactDecimal(Int.random(in: 1...99, using: &generator)) / 100
    let part = (held * share).rounded(places: 18)
    return part > 0 ? part : held
  }
}

private func quantity(using generator: inout SeededGenerator) -> Quantity {
  let places = [0, 2, 8, 18][Int.random(in: 0..<4, using: &generator)]
  return Quantity(
    ExactDecimal(Int.random(in: 1...2_000_000, using: &generator), exponent: -places))
}

private func price(using generator: inout SeededGenerator) -> Price {
  let places = [0, 2, 4, 9][Int.random(in: 0..<4, using: &generator)]
  return Price(ExactDecimal(Int.random(in: 1...9_000_000, using: &generator), exponent: -places))
}

private func uuid(using generator: inout SeededGenerator) -> uuid_t {
  let (high, low) = (generator.next(), generator.next())
  func byte(_ word: UInt64, _ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: word >> (index * 8))
  }
  return (
    byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
    byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
    byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
  )
}
