import Exact
import FoundationEssentials
import Portfolio

/// A value in money that a file states.
struct StatedMoney: Hashable {
  /// The amount of the currency, positive.
  let value: Cost
  /// An ISO 4217 code in capitals, or the ticker of a stablecoin that counts as dollars.
  let code: String
  /// The CoinGecko id of the stablecoin, or `nil`.
  var stablecoin: String?
}

extension Fact {
  /// Whether it states both dollars and other money, whose ratio is checked over the whole file.
  public var statesRate: Bool {
    guard let worth, let dollars = worth.dollars, dollars > .zero else { return false }
    return [worth.other, counter].compactMap(\.self).contains { $0.asset != usDollarCode }
  }
}

/// The values stated by files, as far as they are evidence.
struct StatedWorths {
  private let facts: FactList
  private let meaning: @Sendable (String, Date) -> AssetMeaning?
  /// Files whose dollars were computed with a single rate for all days.
  private var distrusted: Set<String> = []

  init(_ facts: FactList, meaning: @escaping @Sendable (String, Date) -> AssetMeaning?) {
    (self.facts, self.meaning) = (facts, meaning)
    var rates: [String: ConstantRate] = [:]
    for fact in facts {
      guard let worth = fact.worth, let dollars = worth.dollars, dollars > .zero else { continue }
      let money = [worth.other, fact.counter].compactMap(\.self)
        .compactMap { self.money(of: $0, fact.instant.date) }.first
      guard let money, money.code != usDollarCode else { continue }
      rates[fact.source.file, default: ConstantRate()]
        .narrow(dollars: dollars, money: money.value, at: fact.instant.at)
    }
    distrusted = Set(rates.filter { $0.value.isOneRate }.keys)
  }

  /// An amount of money without its sign; `nil` for zero and for anything that is not money.
  private func money(of amount: Amount, _ date: Date) -> StatedMoney? {
    guard !amount.value.isZero else { return nil }
    let value = Cost(amount.value.magnitude.number)
    switch meaning(amount.asset, date) {
    case .money(let code): return StatedMoney(value: value, code: code)
    case .dollars(let ticker, let id):
      return StatedMoney(value: value, code: ticker, stablecoin: id)
    case .coin, nil: return nil
    }
  }

  /// The value of an event as stated by one of its reports, preferring dollars.
  func worth(of event: Event) -> StatedMoney? {
    if let dollars = dollars(of: event) { return StatedMoney(value: dollars, code: usDollarCode) }
    return worths(of: event).lazy.compactMap {
      $0.worth.other.flatMap { money(of: $0, event.instant.date) }
    }
    .first
  }

  /// The value of an event in US dollars.
  func dollars(of event: Event) -> Cost? {
    worths(of: event).lazy.filter { !distrusted.contains($0.file) }
      .compactMap(\.worth.dollars).first { $0 > .zero }
  }

  /// The value of an event's fee as stated by one of its reports.
  func fee(of event: Event) -> StatedMoney? {
    worths(of: event).lazy.compactMap {
      $0.worth.fee.flatMap { money(of: $0, event.instant.date) }
    }
    .first
  }

  /// US dollars for one coin, if a file states the price and its total is derived from it.
  func price(of event: Event) -> Price? {
    worths(of: event).lazy.compactMap(\.worth.price).first { $0 > .zero }
  }

  /// The values stated by the rows of an event together, then those stated by rows that cover one
  /// whole side of it, not a fill of it or an order that includes it.
  private func worths(of event: Event) -> [(file: String, worth: StatedWorth)] {
    let own = event.worth.map { [(file: event.id.file, worth: $0)] } ?? []
    // Legs state the value of a trade only together.
    let others =
      (event.hasOneFact ? [facts[event.position]] : [])
      + event.evidence.compactMap(facts.fact)
    return own
      + others.compactMap { fact in
        guard let worth = fact.worth else { return nil }
        let isWhole = [event.amount, event.counter].compactMap(\.self).contains { side in
          fact.amount.asset == side.asset && fact.amount.value.magnitude == side.value.magnitude
        }
        return isWhole ? (fact.source.file, worth) : nil
      }
  }
}

/// Detects dollars computed with a single rate for all days: exchange rates change daily, so such
/// dollars give no evidence for the days of the rows.
private struct ConstantRate {
  private var lowest: ExactDecimal = 0
  private var highest: ExactDecimal?
  private var first = Int64.max
  private var last = Int64.min
  private var count = 0
  /// Half of the last digit of a money amount.
  private static let step = Cost("0.005") ?? .zero
  private static let month = 30 * 86_400 * PrintedInstant.second

  /// Narrows the possible rates by one row, whose amounts are rounded.
  mutating func narrow(dollars: Cost, money: Cost, at instant: Int64) {
    guard money > Self.step else { return }
    let high = (dollars + Self.step).quotient(by: money - Self.step)
    lowest = max(lowest, (dollars - Self.step).quotient(by: money + Self.step))
    highest = min(highest ?? high, high)
    (first, last, count) = (min(first, instant), max(last, instant), count + 1)
  }

  /// Whether one rate explains all rows of more than 30 days.
  var isOneRate: Bool {
    guard let highest, count >= 3 else { return false }
    return lowest <= highest && last - first > Self.month
  }
}
