import AppGroup
import Portfolio
import WidgetTimeline

/// What is known about the days of a request: which have a price, and which sources were asked.
///
/// Uses two bytes per day, because a portfolio of many coins has a hundred thousand days.
struct RequestedDays {
  private let first: Int
  /// The sources asked for a day without a price; `nil` for a day with a price.
  private var asked: [PriceOrigins?]
  /// The number of days without a price.
  private(set) var missing: Int

  /// - Parameters:
  ///   - request: The coin and its days.
  ///   - stored: The stored prices of the coin.
  ///   - others: Prices from all origins.
  ///   - asksAgain: Whether to ask sources again for days that they lacked.
  init(
    _ request: PastPriceRequest, _ stored: CoinPrices?, _ others: any DailyPrices, asksAgain: Bool
  ) {
    let lookup = others.lookup(of: request.coinId)
    first = request.days.lowerBound.number
    asked = []
    asked.reserveCapacity(request.days.upperBound.number - first + 1)
    missing = 0
    for number in first...request.days.upperBound.number {
      let day = UTCDay(number: number)
      let known = stored?.day(day)
      guard known?.price == nil, lookup(day) == nil else {
        asked.append(nil)
        continue
      }
      missing += 1
      guard case .gap(let origins)? = known?.content, !asksAgain else {
        asked.append(PriceOrigins())
        continue
      }
      asked.append(origins)
    }
  }

  /// The state of a day; days outside the request need no price.
  func state(of day: UTCDay) -> PastPriceState {
    let index = day.number - first
    guard asked.indices.contains(index), let asked = asked[index] else { return .priced }
    return .missing(asked: asked.names)
  }

  /// Whether a day of the request lacks a price.
  func isMissing(_ day: UTCDay) -> Bool {
    if case .missing = state(of: day) { true } else { false }
  }

  /// Records that a day has a price.
  mutating func price(_ day: UTCDay) {
    let index = day.number - first
    guard asked.indices.contains(index), asked[index] != nil else { return }
    asked[index] = Optional<PriceOrigins>.none
    missing -= 1
  }

  /// Records that a source was asked for a day.
  mutating func note(_ source: String, wasAskedFor day: UTCDay) {
    let index = day.number - first
    guard asked.indices.contains(index), let known = asked[index],
      let origin = PriceOrigin.all.first(where: { $0.name == source })
    else { return }
    asked[index] = known.union(PriceOrigins(origin))
  }
}

extension PriceOrigins {
  fileprivate var names: Set<String> {
    isEmpty ? [] : Set(PriceOrigin.all.filter { contains($0) }.map(\.name))
  }
}
