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

  /// What is largest.
  public var kind: Kind
  /// What is known.
  public var entry: PortfolioEntry
  /// The portfolio's line, oldest first.
  public var points: [Point]
  /// Whether amounts are shown; percentages always are.
  public var hasAmounts: Bool
  /// The instant that ages are relative to.
  public var now: Date
  /// The colors; the scheme's, or those of dusk.
  public var theme: Theme

  static let width = 1200
  static let height = 630
  static let margin = 72

  /// Makes a card.
  public init(
    _ kind: Kind, entry: PortfolioEntry, points: [Point], hasAmounts: Bool, now: Date, theme: Theme
  ) {
    self.kind = kind
    self.entry = entry
    self.points = points
    self.hasAmounts = hasAmounts
    self.now = now
    self.theme = theme
  }

  var scheme: ColorScheme { theme.scheme ?? .dusk }

  /// The card as SVG.
  public var svg: String {
    let (width, height) = (Self.width, Self.height)
    let spoken = speech(entry, family: .large, isPrivate: !hasAmounts, now: now)
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
    return heading + figure.parts + line(noteEnd: figure.end)
      + (kind == .card ? allocation(data) : [])
      + foot(content, data)
  }

  private var heading: [String] {
    let days = points.filter { $0.value != nil }
    let range =
      if let first = days.first?.day, let last = days.last?.day, first != last {
        "\(first) – \(last)"
      } else { "" }
    return [
      words("Portfolio", at: Self.margin, 94, size: 28, .muted),
      words(range, before: Self.width - Self.margin, 94, size: 22, .muted),
    ]
  }

  /// The large figure: the value, or where amounts are masked the result in percent; and where the
  /// words below it end.
  private func figure(_ content: PanelContent) -> (parts: [String], end: Int) {
    let hue = hue(of: content.overall.amount.trend)
    let rate = content.overall.percentage.map(Figures.percent) ?? Figures.unknown
    let largest = kind == .card ? 108 : 64
    let baseline = kind == .card ? 222 : 178
    let below = baseline + (kind == .card ? 62 : 46)
    let notes = [content.isClosedOnly ? nil : content.note, content.badge?.long]
      .compactMap { $0 }.map { " · \($0)" }.joined()
    guard hasAmounts else {
      let parts =
        sign(content.overall.amount.trend, rate, at: baseline, size: largest, hue)
        + [words("total P&L\(notes)", at: Self.margin, below, size: 28, .muted)]
      return (parts, Self.margin)
    }
    let total = content.total.text(fitting: 40)
    let change = content.overall.amount.text(fitting: 40)
    let room = Self.width - 2 * Self.margin
    let size = min(largest, room * 10 / (6 * max(1, columnWidth(of: total))))
    let result = "\(change) \(rate)"
    let after = Self.margin + (columnWidth(of: result) + 2) * 168 / 10 + 20
    let words = "total P&L\(notes)"
    let parts =
      [self.words(total, at: Self.margin, baseline, size: size, .ink, isBold: true)]
      + sign(content.overall.amount.trend, result, at: below, size: 28, hue)
      + [self.words(words, at: after, below, size: 28, .muted)]
    return (parts, after + columnWidth(of: words) * 168 / 10)
  }

  private func foot(_ content: PanelContent, _ data: WidgetPortfolioData) -> [String] {
    let isUnpriced = data.holdingCount > 0 && data.pricedCount == 0 && !data.isRateMissing
    let time = data.lastUpdated.utcText.prefix(16).replacing("T", with: " ")
    let prices =
      isUnpriced
      ? content.foot
      : ["Prices of \(time) UTC", content.rateNote].compactMap(\.self).joined(separator: " · ")
    return [
      words("bitpal", at: Self.margin, 588, size: 20, .accent, isBold: true),
      words(prices, before: Self.width - Self.margin, 588, size: 20, .muted),
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
