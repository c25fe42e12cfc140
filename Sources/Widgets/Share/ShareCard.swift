public import CellGrid
public import Exact
public import FoundationEssentials
import Portfolio
public import WidgetTimeline

/// The portfolio as a picture to share: a large figure, its line over time and its allocation.
///
/// Output is deterministic. Letters have fixed positions and widths, so that the picture is the
/// same in every font.
public struct ShareCard: Sendable {
  /// The layout of the card.
  public enum Kind: String, CaseIterable, Sendable {
    /// A large figure, with the line and the allocation below it.
    case card
    /// The line only.
    case chart
  }

  /// A day with its value, if known.
  public struct Point: Sendable {
    /// The day as text: `2026-04-28`.
    public let day: String
    /// The portfolio's value.
    public let value: ExactDecimal?

    /// Creates a point.
    public init(day: String, value: ExactDecimal?) {
      self.day = day
      self.value = value
    }
  }

  /// The time-weighted return over the line's days.
  public struct PeriodReturn: Sendable {
    /// The return in percent.
    public let percentage: ExactDecimal
    /// The first day as text: `2026-04-28`.
    public let firstDay: String
    /// The number of coins included, if some are excluded: `8 of 9 coins`.
    public let count: String?
    /// Whether it is partly an estimate.
    public let isEstimated: Bool

    /// Creates a return.
    public init(
      percentage: ExactDecimal, firstDay: String, count: String? = nil, isEstimated: Bool = false
    ) {
      self.percentage = percentage
      self.firstDay = firstDay
      self.count = count
      self.isEstimated = isEstimated
    }
  }

  /// The layout.
  public var kind: Kind
  /// The portfolio.
  public var entry: PortfolioEntry
  /// The points of the line, oldest first.
  public var points: [Point]
  /// The return over those days, unaffected by purchases and sales.
  public var gain: PeriodReturn?
  /// Whether amounts are shown; percentages always are.
  public var hasAmounts: Bool
  /// The time that ages are relative to.
  public var now: Date
  /// The theme; without a scheme, the colors of dusk.
  public var theme: Theme
  /// The credit for the prices; see ``PriceCredit/credit(of:)``.
  public var credit: PictureCredit?

  static let width = 1200
  static let height = 630
  static let margin = 72

  /// Creates a card.
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

  /// The card as a self-contained HTML page.
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

  /// The days of the line; if the large figure covers them, also the all-time result below.
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
      content.overall.percentageAlone,
    ].compactMap(\.self).joined(separator: " ")
    let overall = gain == nil || result.isEmpty ? "" : "\(Self.overallWords) \(result)"
    return [
      words("Portfolio", at: Self.margin, 94, size: 28, .muted),
      words(range, before: right, 94, size: 22, .muted),
      words(overall, before: right, 126, size: 22, .muted),
    ]
  }

  private static let overallWords = "all-time P&L"

  /// The change that the picture shows with its wording: the return over its days, or if unknown,
  /// the all-time result.
  private func change(
    _ content: PanelContent
  ) -> (trend: Trend?, amount: String?, rate: String, words: String) {
    if let gain {
      return (
        Trend(gain.percentage), nil,
        (gain.isEstimated ? "~" : "") + Figures.percent(gain.percentage),
        (["since \(gain.firstDay)", "time-weighted"] + [gain.count].compactMap(\.self))
          .joined(separator: ", ")
      )
    }
    let overall = content.overall
    return (
      overall.amount.trend, hasAmounts ? overall.amount.text(fitting: 40) : nil,
      overall.percentageAlone ?? Figures.unknown, Self.overallWords
    )
  }

  /// The large figure: the value, or in private mode the percentage change; and where the text
  /// below it ends.
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
    let available = Self.width - 2 * Self.margin
    let size = min(largest, available * 10 / (6 * max(1, columnWidth(of: total))))
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

extension ShareCard {
  /// Number of coins shown separately, in colors that mean neither gain nor loss.
  private static let coinLimit = 5

  /// The allocation of priced holdings: a bar with a color per coin, and its legend.
  func allocation(_ data: WidgetPortfolioData) -> [String] {
    guard let total = data.totalValue, total > 0 else { return [] }
    var shares = data.holdings.prefix(Self.coinLimit).compactMap { holding in
      holding.currentValue.map { (name: shortSymbol(of: holding), value: $0) }
    }.filter { $0.value > 0 }
    let rest = total - shares.reduce(0) { $0 + $1.value }
    // The remainder from rounding is not attributed to a coin.
    if rest > 0, data.pricedCount > shares.count { shares.append(("Other", rest)) }
    let colors = shares.indices.map { index in
      css(index < Self.coinLimit && shares[index].name != "Other" ? Hue.parts[index] : .faint)
    }
    return bar(shares.map { wholeNumber($0.value.quotient(by: total) * 1000) }, colors)
      + legend(shares.map { ($0.name, $0.value.quotient(by: total) * 100) }, colors)
  }

  private func shortSymbol(of holding: WidgetHolding) -> String {
    let symbol = cleaned(holding.symbol)
    return clipped(symbol.isEmpty ? cleaned(holding.id).uppercased() : symbol, to: 6)
  }

  /// - Parameter shares: Shares in thousandths.
  private func bar(_ shares: [Int], _ colors: [String]) -> [String] {
    let (left, width, gap) = (Self.margin, Self.width - 2 * Self.margin, 4)
    var before = 0
    return zip(shares, colors).map { share, color in
      let start = left + before * width / 1000
      before += share
      let end = before >= 998 ? left + width : left + before * width / 1000 - gap
      return "<rect x=\"\(start)\" y=\"484\" width=\"\(max(2, end - start))\" height=\"12\" "
        + "rx=\"3\" fill=\"\(color)\"/>"
    }
  }

  private func legend(_ shares: [(name: String, percent: ExactDecimal)], _ colors: [String])
    -> [String]
  {
    var x = Self.margin
    return zip(shares, colors).flatMap { share, color in
      let percent = Figures.percent(share.percent).drop { $0 == "+" }
      let text = "\(share.name) \(percent)"
      let start = x
      x += 20 + columnWidth(of: text) * 11 + 26
      return [
        "<circle cx=\"\(start + 6)\" cy=\"522\" r=\"6\" fill=\"\(color)\"/>",
        words(text, at: start + 20, 528, size: 18, .muted),
      ]
    }
  }
}

extension ShareCard {
  /// Text starting at a position.
  func words(
    _ text: String, at x: Int, _ y: Int, size: Int, _ hue: Hue, isBold: Bool = false
  ) -> String {
    letters(text, "x=\"\(x)\" y=\"\(y)\"", size, hue, isBold)
  }

  /// Text ending at a position.
  func words(_ text: String, before x: Int, _ y: Int, size: Int, _ hue: Hue) -> String {
    letters(text, "x=\"\(x)\" y=\"\(y)\" text-anchor=\"end\"", size, hue, false)
  }

  private func letters(
    _ text: String, _ attributes: String, _ size: Int, _ hue: Hue, _ isBold: Bool
  ) -> String {
    // In nearly every monospaced font, a letter is 0.6 times as wide as its size.
    let length = columnWidth(of: text) * size * 6 / 10
    return text.isEmpty
      ? ""
      : "<text \(attributes) font-size=\"\(size)\" textLength=\"\(length)\" "
        + "\(isBold ? "font-weight=\"bold\" " : "")fill=\"\(css(hue))\">"
        + "\(markupEscaped(text))</text>"
  }

  func css(_ hue: Hue) -> String { scheme.color(of: hue, palette: theme.palette).css }

  /// A change: its sign as a shape, then its figure.
  func sign(_ trend: Trend?, _ text: String, at y: Int, size: Int, _ hue: Hue) -> [String] {
    let left = Self.margin
    guard let trend else { return [words(text, at: left, y, size: size, hue, isBold: true)] }
    let side = size * 5 / 10
    let (top, foot) = (y - size * 58 / 100, y - size * 58 / 100 + side)
    let (middle, right) = (left + side / 2, left + side)
    let path =
      switch trend {
      case .gain: "M\(middle) \(top)L\(right) \(foot)H\(left)Z"
      case .loss: "M\(middle) \(foot)L\(right) \(top)H\(left)Z"
      case .neutral: "M\(left) \(top)H\(right)V\(foot)H\(left)Z"
      }
    return [
      "<path d=\"\(path)\" fill=\"\(css(hue))\"/>",
      words(text, at: left + side + size * 4 / 10, y, size: size, hue, isBold: size > 40),
    ]
  }

  /// Draws the portfolio's line with the area below it, leaving gaps.
  ///
  /// - Parameter noteEnd: Where the text above the line ends, which the extremes must avoid.
  func line(noteEnd: Int) -> [String] {
    let known = points.compactMap(\.value)
    let (top, foot) = kind == .card ? (318, 452) : (262, 508)
    let (left, right) = (Self.margin, Self.width - Self.margin)
    let base = "<path d=\"M\(left) \(foot).5H\(right)\" stroke=\"\(css(.faint))\"/>"
    guard let low = known.min(), let high = known.max(), known.count > 1 else {
      return [
        base, words("No prices are known for that time", at: left, foot - 20, size: 22, .muted),
      ]
    }
    let span: ExactDecimal = high == low ? 1 : high - low
    func position(_ index: Int, _ value: ExactDecimal) -> (x: Int, y: Int) {
      // Tenths of a pixel, with some room between the lowest point and the axis.
      let rise = high == low ? 500 : wholeNumber((value - low).quotient(by: span) * 1000)
      let x = left * 10 + index * (right - left) * 10 / max(1, points.count - 1)
      return (x, (foot - 14) * 10 - rise * (foot - 14 - top) / 100)
    }
    var runs: [[(x: Int, y: Int)]] = [[]]
    for (index, point) in points.enumerated() {
      if let value = point.value {
        runs[runs.count - 1].append(position(index, value))
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    let drawn = runs.filter { !$0.isEmpty }
    return [base] + drawn.flatMap { stroke($0, to: foot) } + [drawn.last?.last.map(dot) ?? ""]
      + (hasAmounts ? extremes(high: high, low: low, top: top, foot: foot, noteEnd: noteEnd) : [])
  }

  private func stroke(_ run: [(x: Int, y: Int)], to foot: Int) -> [String] {
    guard let first = run.first, let last = run.last, run.count > 1 else {
      return run.map(dot)
    }
    let path = "M" + run.map { "\(tenths($0.x)) \(tenths($0.y))" }.joined(separator: "L")
    return [
      "<path d=\"\(path)V\(foot)H\(tenths(first.x))Z\" fill=\"\(css(.accent))\" "
        + "fill-opacity=\".14\"/>",
      "<path d=\"\(path)\" fill=\"none\" stroke=\"\(css(.accent))\" stroke-width=\"3\" "
        + "stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
    ].filter { _ in first.x < last.x }
  }

  private func dot(_ point: (x: Int, y: Int)) -> String {
    "<circle cx=\"\(tenths(point.x))\" cy=\"\(tenths(point.y))\" r=\"7\" "
      + "fill=\"\(css(.accent))\" stroke=\"\(scheme.page.css)\" stroke-width=\"3\"/>"
  }

  private func extremes(
    high: ExactDecimal, low: ExactDecimal, top: Int, foot: Int, noteEnd: Int
  ) -> [String] {
    let format = NumberFormat(code: entry.data?.currency ?? usDollarCode)
    let text = "high \(format.money(high)) · low \(format.money(low))"
    let right = Self.width - Self.margin
    let isFree = noteEnd + 20 < right - columnWidth(of: text) * 12
    return [words(text, before: right, isFree ? top - 18 : foot + 22, size: 20, .muted)]
  }

  private func tenths(_ value: Int) -> String {
    value % 10 == 0 ? "\(value / 10)" : "\(value / 10).\(value % 10)"
  }
}

/// The whole number nearest to a value between 0 and 1000.
func wholeNumber(_ value: ExactDecimal) -> Int { Int(value.rounded(places: 0).description) ?? 0 }

/// Monospaced fonts.
let cardFont = "ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace"
