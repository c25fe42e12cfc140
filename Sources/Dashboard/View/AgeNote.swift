import CellGrid
public import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// How old the prices of a page are and whether they are current, in as many words as have room.
struct AgeNote {
  /// A word of the note, and how it is drawn.
  typealias Part = (text: String, role: Role)

  private let badge: (long: String, short: String)?
  private let age: (long: String, short: String)?
  /// What is said where no age is known.
  private let absence: String
  /// The day of the rate by which the figures count; `nil` in US dollars.
  private let rate: String?

  /// The age of the portfolio's figures.
  init(_ entry: PortfolioEntry, at now: Date) {
    let isPriced = entry.data.map { $0.holdingCount == 0 || $0.pricedCount > 0 } ?? false
    self.init(
      isPriced ? entry.data?.asOf : nil, entry.freshness(at: now), entry, isPriced: isPriced,
      at: now)
  }

  /// The age of coins' prices, of the oldest of them.
  ///
  /// Of coins that are not held it is what the coins themselves say: the entry is of the portfolio.
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

  /// What is said, from the most words to the fewest.
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

  /// Whether the day of a rate is a part of it where there is room.
  var hasRate: Bool { rate != nil && age != nil }

  /// The most words that fit, none where not even the fewest do.
  func parts(fitting room: Int, least: Least = .age) -> [Part] {
    let choices =
      switch least {
      case .age: forms[...]
      case .sentence: forms.dropLast(forms.count > 1 ? 1 : 0)
      case .rate: forms.prefix(hasRate ? 2 : 0)
      }
    return choices.first { Self.columns(of: $0) <= room } ?? []
  }

  /// The fewest words, of those that leave some columns of a room the ones that say most.
  func fewest(leaving columns: Int, of room: Int) -> [Part] {
    forms.suffix(2).first { Self.columns(of: $0) + 2 + columns <= room } ?? []
  }

  /// The fewest words that are worth their room.
  enum Least {
    /// The bare age: `3h`.
    case age
    /// An age with the day of the rate.
    case rate
    /// An age that says what it is of: `Updated 3h`, `Offline 3h`.
    case sentence
  }

  /// Columns of parts with the gaps between them; without parts not even those.
  static func columns(of parts: [Part]) -> Int {
    parts.reduce(-2) { $0 + columnWidth(of: $1.text) + 2 }
  }
}

extension DashboardState {
  /// The times whose ages are on the screen: those of the portfolio, of the coin in front and, on
  /// its page, of the watchlist.
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
  /// Writes the age of prices so that it ends before a column of an area.
  ///
  /// - Returns: The column at which it begins.
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
