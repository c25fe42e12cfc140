public import CellGrid
public import FoundationEssentials
import Portfolio
public import WidgetTimeline

/// The portfolio as a picture to post: one large figure, its line over time, what it is made of.
///
/// The same input always gives the same bytes. Letters have their places and lengths, so that the
/// picture is the same in every font.
public struct ShareCard: Sendable {
  /// What is largest.
  public enum Kind: String, CaseIterable, Sendable {
    /// The figure, with the line and the allocation below it.
    case card
    /// The line.
    case chart
  }

  /// The day of a value, and the value where it is known.
  public struct Point: Sendable {
    /// The day as it is written: `2026-04-28`.
    public let day: String
    /// The portfolio's value.
    public let value: Decimal?

    /// Makes a point.
    public init(day: String, value: Decimal?) {
      self.day = day
      self.value = value
    }
  }

  /// The time-weighted return of the line's days.
  public struct PeriodReturn: Sendable {
    /// In percent.
    public let percentage: Decimal
    /// The first of the days as it is written: `2026-04-28`.
    public let firstDay: String
    /// Of how many coins it is, where some are left out: `8 of 9 coins`.
    public let count: String?

    /// Makes a return.
    public init(percentage: Decimal, firstDay: String, count: String? = nil) {
      self.percentage = percentage
      self.firstDay = firstDay
      self.count = count
    }
  }

  /// What is largest.
  public var kind: Kind
  /// What is known.
  public var entry: PortfolioEntry
  /// The portfolio's line, oldest first.
  public var points: [Point]
  /// What those days gained, with purchases and sales left out of it.
  public var gain: PeriodReturn?
  /// Whether amounts are shown; percentages always are.
  public var hasAmounts: Bool
  /// The instant that ages are relative to.
  public var now: Date
  /// The colors; the scheme's, or those of dusk.
  public var theme: Theme
  /// Whom the prices are from: ``PriceCredit/credit(of:)``.
  public var credit: PictureCredit?

  static let width = 1200
  static let height = 630
  static let margin = 72

  /// Makes a card.
  public init(
    _ kind: Kind, entry: PortfolioEntry, points: [Point], gain: PeriodReturn? = nil,
    hasAmounts: Bool, now: Date, theme: Theme, credit: PictureCredit? = nil
  ) {
    self.kind = kind
    self.entry = entry
    self.points = points
    self.gain = gain
    self.hasAmounts = hasAmounts
    self.now = now
    self.theme = theme
    self.credit = credit
  }

  var scheme: ColorScheme { theme.scheme ?? .dusk }

  /// The card as SVG.
  public var svg: String {
    let (width, height) = (Self.width, Self.height)
    let spoken = speech(entry, family: .large, isPrivate: !hasAmounts, isDated: true, now: now)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="\(cardFont)">
      <title>Portfolio</title>
      <desc>\(markupEscaped(cleaned(spoken)))</desc>
      <rect width="\(width)" height="\(height)" fill="\(scheme.page.css)"/>
      \(parts.map { "\($0)\n" }.joined())</svg>

      """
  }

  /// The card as a page that needs nothing else.
  public var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Portfolio</title>
    <style>
    html{background:\(scheme.page.css)}
    body{margin:0;min-height:100vh;display:grid;place-items:center}
    svg{max-width:100%;height:auto}
    </style>
    </head>
    <body>
    \(svg)</body>
    </html>

    """
  }

  private var parts: [String] {
    guard let data = entry.data, !data.isEmpty else {
      return [
        words("Portfolio", at: Self.margin, 108, size: 28, .muted),
        words("No holdings", at: Self.margin, 226, size: 88, .ink, isBold: true),
      ]
    }
    let content = PanelContent(data, entry: entry, isPrivate: !hasAmounts, now: now)
    let figure = figure(content)
    return heading(content) + figure.parts + line(noteEnd: figure.end)
      + (kind == .card ? allocation(data) : [])
      + foot(content, data)
  }

  /// The days of the line; and where the large figure is theirs, the result of all time below them.
  private func heading(_ content: PanelContent) -> [String] {
    let days = points.filter { $0.value != nil }
    let range =
      if let first = days.first?.day, let last = days.last?.day, first != last {
        "\(first) – \(last)"
      } else { "" }
    let right = Self.width - Self.margin
    let result = [
      content.overall.amount.trend?.arrow,
      hasAmounts ? content.overall.amount.text(fitting: 24) : nil,
      content.overall.percentage.map(Figures.percent),
    ].compactMap(\.self).joined(separator: " ")
    let overall = gain == nil || result.isEmpty ? "" : "\(Self.overallWords) \(result)"
    return [
      words("Portfolio", at: Self.margin, 94, size: 28, .muted),
      words(range, before: right, 94, size: 22, .muted),
      words(overall, before: right, 126, size: 22, .muted),
    ]
  }

  private static let overallWords = "all-time P&L"

  /// The change that the picture is about: the return of its days, or where that is not known the
  /// result of all time; with its words.
  private func change(
    _ content: PanelContent
  ) -> (trend: Trend?, amount: String?, rate: String, words: String) {
    if let gain {
      return (
        Trend(gain.percentage), nil, Figures.percent(gain.percentage),
        (["since \(gain.firstDay)", "time-weighted"] + [gain.count].compactMap(\.self))
          .joined(separator: ", ")
      )
    }
    let overall = content.overall
    return (
      overall.amount.trend, hasAmounts ? overall.amount.text(fitting: 40) : nil,
      overall.percentage.map(Figures.percent) ?? Figures.unknown, Self.overallWords
    )
  }

  /// The large figure: the value, or where amounts are masked the change in percent; and where the
  /// words below it end.
  private func figure(_ content: PanelContent) -> (parts: [String], end: Int) {
    let change = change(content)
    let hue = hue(of: change.trend)
    let largest = kind == .card ? 108 : 64
    let baseline = kind == .card ? 222 : 178
    let below = baseline + (kind == .card ? 62 : 46)
    let notes = [content.isClosedOnly ? nil : content.note, content.badge?.long]
      .compactMap { $0 }.map { " · \($0)" }.joined()
    let words = change.words + notes
    guard hasAmounts else {
      let parts =
        sign(change.trend, change.rate, at: baseline, size: largest, hue)
        + [self.words(words, at: Self.margin, below, size: 28, .muted)]
      return (parts, Self.margin)
    }
    let total = content.total.text(fitting: 40)
    let room = Self.width - 2 * Self.margin
    let size = min(largest, room * 10 / (6 * max(1, columnWidth(of: total))))
    let result = [change.amount, change.rate].compactMap(\.self).joined(separator: " ")
    let after = Self.margin + (columnWidth(of: result) + 2) * 168 / 10 + 20
    let parts =
      [self.words(total, at: Self.margin, baseline, size: size, .ink, isBold: true)]
      + sign(change.trend, result, at: below, size: 28, hue)
      + [self.words(words, at: after, below, size: 28, .muted)]
    return (parts, after + columnWidth(of: words) * 168 / 10)
  }

  private func foot(_ content: PanelContent, _ data: WidgetPortfolioData) -> [String] {
    let time = data.asOf.map { "Prices of \($0.utcMinuteText)" }
    let prices = [data.isUnpriced ? content.foot : time, content.rateNote, credit?.text]
      .compactMap(\.self).joined(separator: " · ")
    let line = words(prices, before: Self.width - Self.margin, 588, size: 20, .muted)
    return [
      words("bitpal", at: Self.margin, 588, size: 20, .accent, isBold: true),
      credit.map { "<a href=\"\($0.address)\">\(line)</a>" } ?? line,
    ]
  }

  private func hue(of trend: Trend?) -> Hue {
    switch trend {
    case .gain: .green
    case .loss: .red
    case .neutral, nil: .ink
    }
  }
}
