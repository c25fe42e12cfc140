import CellGrid
public import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// Age and freshness of a page's prices, in the longest wording that fits.
struct AgeNote {
  /// A word of the note and its role.
  typealias Part = (text: String, role: Role)

  private let badge: (long: String, short: String)?
  private let age: (long: String, short: String)?
  /// Shown if no age is known.
  private let absence: String
  /// The day of the exchange rate; `nil` for US dollars.
  private let rate: String?

  /// Creates the age of the portfolio's prices.
  init(_ entry: PortfolioEntry, at now: Date) {
    let isPriced = entry.data.map { $0.holdingCount == 0 || $0.pricedCount > 0 } ?? false
    self.init(
      isPriced ? entry.data?.asOf : nil, entry.freshness(at: now), entry, isPriced: isPriced,
      at: now)
  }

  /// Creates the age of coin prices, determined by the oldest.
  ///
  /// For coins that are not held, it depends only on the coins: the entry is about the portfolio.
  init(of coins: [Coin], _ entry: PortfolioEntry, at now: Date) {
    let time = coins.compactMap { $0.priceTime(refreshed: entry.data?.lastUpdated) }.min()
    let isPriced = coins.contains { $0.currentPrice != nil }
    let freshness: Freshness =
      switch entry.failure {
      case .offline: .offline
      case .unableToRefresh: .unableToRefresh
      case nil: time.map { isOutdated(since: $0, at: now) } == true ? .stale : .fresh
      }
    self.init(time, isPriced ? freshness : .fresh, entry, isPriced: isPriced, at: now)
  }

  private init(
    _ time: Date?, _ freshness: Freshness, _ entry: PortfolioEntry, isPriced: Bool, at now: Date
  ) {
    badge = freshness.badge
    age = time.map { (ageText(of: $0, at: now), shortAgeText(of: $0, at: now)) }
    let currency = entry.data.flatMap { $0.isRateMissing ? $0.currency : nil }
    absence = currency.map { "No rate of \($0)" } ?? (isPriced ? "Never updated" : "No prices yet")
    rate = rateNote(entry.data?.rateDay)
  }

  /// Wordings, longest first.
  var forms: [[Part]] {
    guard let age else { return [[(absence, .secondary)]] }
    let dated = rate.map { ["Updated \(age.long) · \($0)", "\(age.short) · \($0)"] } ?? []
    guard let badge else {
      return (dated + ["Updated \(age.long)", "Updated \(age.short)", age.short]).map {
        [($0, .secondary)]
      }
    }
    return dated.map { [(badge.long, .badge), ($0, .secondary)] } + [
      [(badge.long, .badge), ("Updated \(age.long)", .secondary)],
      [(badge.long, .badge), (age.long, .secondary)],
      [("\(badge.short) \(age.short)", .badge)], [(age.short, .badge)],
    ]
  }

  /// Whether the longest wording includes the day of a rate.
  var hasRate: Bool { rate != nil && age != nil }

  /// The longest wording that fits; empty if none does.
  func parts(fitting columns: Int, least: Least = .age) -> [Part] {
    let choices =
      switch least {
      case .age: forms[...]
      case .sentence: forms.dropLast(forms.count > 1 ? 1 : 0)
      case .rate: forms.prefix(hasRate ? 2 : 0)
      }
    return choices.first { Self.columns(of: $0) <= columns } ?? []
  }

  /// The longer of the two shortest wordings that leaves some columns free.
  func fewest(leaving columns: Int, of total: Int) -> [Part] {
    forms.suffix(2).first { Self.columns(of: $0) + 2 + columns <= total } ?? []
  }

  /// The shortest wording worth showing.
  enum Least {
    /// The bare age: `3h`.
    case age
    /// An age with the day of the rate.
    case rate
    /// An age with its meaning: `Updated 3h`, `Offline 3h`.
    case sentence
  }

  /// Width of the parts including the gaps between them.
  static func columns(of parts: [Part]) -> Int {
    parts.reduce(-2) { $0 + columnWidth(of: $1.text) + 2 }
  }
}

extension DashboardState {
  /// Times of visible prices: of the portfolio, the coin page and, on its page, the watchlist.
  public var shownPriceTimes: [Date] {
    let inFront = (coin?.coinID ?? page.selectedCoin).flatMap(presentCoin)
    let watched = tab == .watchlist ? data?.watchlist.map(\.coin) ?? [] : []
    func oldest(_ coins: [Coin]) -> Date? {
      coins.compactMap { $0.priceTime(refreshed: data?.refreshed) }.min()
    }
    return [data?.entry.data?.asOf, inFront.flatMap { oldest([$0]) }, oldest(watched)]
      .compactMap(\.self)
  }
}

extension Painter {
  /// Writes the age of prices so that it ends before a column.
  ///
  /// - Returns: The column where it starts.
  @discardableResult
  mutating func draw(
    _ parts: [AgeNote.Part], in area: CellArea, row: Int, before end: Int? = nil
  ) -> Int {
    var end = end ?? area.columns
    for part in parts.reversed() {
      right(part.text, part.role, in: area, row: row, before: end)
      end -= columnWidth(of: part.text) + 2
    }
    return parts.isEmpty ? end : end + 2
  }
}
