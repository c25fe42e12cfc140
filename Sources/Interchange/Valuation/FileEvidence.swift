import Exact
import FoundationEssentials
import Portfolio

/// What the dollars of all rows of a file say together.
struct FileEvidence: Sendable {
  /// Whether they were computed at one rate for all days.
  var constantRate = ConstantRateGuard()
  /// What its coins were worth, where that is collected.
  private(set) var prices = FilePrices()
  /// Whether some row has to be valued by what others say, which is not collected.
  private(set) var asksInVain = false
  private let collectsPrices: Bool
  /// The dollars of other files of the same form, given together with this one.
  private var others: [ConstantRateGuard] = []

  /// - Parameter collectsPrices: Whether ``prices`` are collected, one for each coin and day: few
  ///   files have a row that asks for them.
  init(collectsPrices: Bool = false) { self.collectsPrices = collectsPrices }

  /// Looks at all rows of a file.
  init(_ readings: [Reading]) {
    let trades = readings.lazy.compactMap { if case .trade(let facts) = $0 { facts } else { nil } }
    self.init(collectsPrices: trades.contains(where: FilePrices.isAsked))
    for facts in trades { look(at: facts) }
  }

  /// The same beside other files of the same form, given together with this one: where a piece of
  /// an export is too short to show that its dollars were computed at one rate, another may.
  func beside(_ others: [FileEvidence]) -> FileEvidence {
    var evidence = self
    evidence.others = others.map(\.constantRate)
    return evidence
  }

  /// Whether the dollars are not evidence, whatever the rates were.
  var distrusts: Bool { constantRate.distrusts }

  /// Whether they are not evidence, as far as the rates of the days are known.
  func distrusts(knowing rates: (any ExchangeRates)?) -> Bool {
    if constantRate.distrusts(knowing: rates) { return true }
    return others.contains { other in
      var both = constantRate
      both.merge(other)
      return both.distrusts(knowing: rates)
    }
  }

  /// Looks at what one trade says.
  mutating func look(at facts: TradeFacts) {
    constantRate.look(at: facts)
    if collectsPrices {
      prices.look(at: facts)
    } else {
      asksInVain = asksInVain || FilePrices.isAsked(by: facts)
    }
  }

  /// Takes what was seen in other rows of the same file.
  mutating func merge(_ other: FileEvidence) {
    constantRate.merge(other.constantRate)
    prices.merge(other.prices)
  }
}

/// What one of each coin was worth on the days on which a file gives dollars for some of it.
///
/// Files with one row of interest a coin and a day round most of them to $0.00; the largest row of
/// the day says what one was worth.
struct FilePrices: Sendable {
  private struct Key: Hashable {
    let asset: Asset
    let day: UTCDay
  }

  private struct Worth {
    let dollars: Decimal
    let amount: Decimal

    /// Whether it says more exactly than another what one is worth.
    func isBetter(than other: Worth) -> Bool {
      dollars == other.dollars ? amount > other.amount : dollars > other.dollars
    }
  }

  private var best: [Key: Worth] = [:]

  /// The dollars from which on a row says what one is worth: of cents, the last digit is rounded.
  private static let least = Decimal(sign: .plus, exponent: -1, significand: 1)

  /// Whether a trade may need what other rows say: coins alone, without their dollars.
  static func isAsked(by facts: TradeFacts) -> Bool {
    let isOneSided = (facts.received?.amount ?? 0) == 0 || (facts.spent?.amount ?? 0) == 0
    return isOneSided && (facts.dollars ?? 0) <= 0
  }

  /// Looks at what one trade says.
  mutating func look(at facts: TradeFacts) {
    let coins = [facts.received, facts.spent].compactMap { $0 }.filter { !$0.asset.isFiat }
    guard coins.count == 1, let coin = coins.first, coin.amount > 0 else { return }
    let money = [facts.received, facts.spent].compactMap { $0 }.first { $0.asset == .dollar }
    guard let dollars = facts.dollars ?? money?.amount, dollars >= Self.least else { return }
    add(
      Worth(dollars: dollars, amount: coin.amount),
      at: Key(asset: coin.asset, day: UTCDay(facts.date)))
  }

  /// Takes what was seen in other rows of the same file.
  mutating func merge(_ other: FilePrices) {
    for (key, worth) in other.best { add(worth, at: key) }
  }

  private mutating func add(_ worth: Worth, at key: Key) {
    if let known = best[key], !worth.isBetter(than: known) { return }
    best[key] = worth
  }

  /// What one of a coin was worth on a day, in six digits; `nil` where the file does not say it.
  func price(of asset: Asset, on day: UTCDay) -> Decimal? {
    guard let worth = best[Key(asset: asset, day: day)],
      let price = worth.dollars.exactQuotient(by: worth.amount)
    else { return nil }
    let surplus = price.significantDigits - 6
    return surplus > 0 ? price.rounded(toPlaces: max(0, -price.exponent - surplus)) : price
  }
}
