import BigInt
import BitpalTesting
import Exact
import FoundationEssentials
import Portfolio

/// A valid ledger of one coin with figures that are difficult for arithmetic.
struct NastyLedger {
  enum Kind: CaseIterable {
    case eighteenDecimals, thirds, dust, extremes, reentries, backdated, gifts, equalInstants
  }

  let kind: Kind
  private var generator: SeededGenerator
  private(set) var trades: [Transaction] = []
  private var held = Fraction.zero
  private var milliseconds = 1_700_000_000_000

  init(_ kind: Kind, seed: UInt64, count: Int = 24) {
    self.kind = kind
    generator = SeededGenerator(seed: seed)
    while trades.count < count { add() }
    if kind == .backdated { trades.shuffle(using: &generator) }
  }

  private mutating func add() {
    if kind != .equalInstants || Bool.random(using: &generator) {
      milliseconds += Int.random(in: 1...15 * 86_400_000, using: &generator)
    }
    guard held > .zero, Int.random(in: 0..<5, using: &generator) > 1 else { return buy() }
    sell()
  }

  private mutating func buy() {
    let isGift = kind == .gifts && Bool.random(using: &generator)
    let amount = amount()
    append(isGift ? .gift : .buy, amount, isGift ? 0 : price())
    held = held + Fraction(amount)
  }

  private mutating func sell() {
    var amount = Self.cut(held * Fraction(Int.random(in: 1...9, using: &generator).big, 10))
    let sort = Int.random(in: 0..<6, using: &generator)
    if kind == .thirds { amount = Self.cut(held / Fraction(3)) }
    if sort == 0 || kind == .reentries { amount = held }
    if kind == .dust, sort < 3 {
      let residue = Fraction(text: "0.000000000000000007")
      amount = sort == 0 ? held + residue : held > residue ? held - residue : held
    }
    guard amount > .zero else { return buy() }
    append(.sell, Quantity(Self.decimal(amount)), price())
    held = held - amount
    if held.magnitude < Fraction(text: "0.00000001") { held = .zero }
  }

  private mutating func append(
    _ type: TransactionType, _ amount: Quantity, _ price: Price
  ) {
    trades.append(
      Transaction(
        coinId: "coin", type: type, amount: amount, pricePerCoin: price,
        date: Date(millisecondsSince1970: milliseconds)))
  }

  private mutating func amount() -> Quantity {
    if kind == .extremes {
      return Bool.random(using: &generator)
        ? exact("999999999999999.\(digits(18))") : exact("0.000000000000000001")
    }
    return exact("\(Int.random(in: 0...999, using: &generator)).\(digits(18))")
  }

  private mutating func price() -> Price {
    if kind == .extremes {
      return Bool.random(using: &generator)
        ? exact("0.000000000000000001") : exact("99999999999.\(digits(18))")
    }
    return exact("\(Int.random(in: 0...99_999, using: &generator)).\(digits(12))")
  }

  private mutating func digits(_ count: Int) -> String {
    (1..<count).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined() + "7"
  }

  /// The fraction truncated to 18 decimal places.
  private static func cut(_ value: Fraction) -> Fraction {
    let unit = Fraction(text: "1000000000000000000")
    return Fraction((value * unit).top / (value * unit).bottom) / unit
  }

  private static func decimal(_ value: Fraction) -> ExactDecimal {
    let unit = Fraction(text: "1000000000000000000")
    let digits = ((value * unit).top / (value * unit).bottom).description
    let padded = String(repeating: "0", count: max(0, 19 - digits.count)) + digits
    return exact("\(padded.dropLast(18)).\(padded.suffix(18))")
  }
}

extension Int {
  fileprivate var big: BigInt { BigInt(self) }
}
