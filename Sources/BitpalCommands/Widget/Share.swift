import AppGroup
import Application
import ArgumentParser
import CellGrid
import ConfigurationFile
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// What `bitpal share` draws: a widget of some size, a card or a chart.
enum ShareSize: String, NamedChoice {
  case small, medium, large, card, chart
}

/// `bitpal share`.
struct Share: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "share",
    abstract: "Draw a picture of the portfolio to share.",
    discussion: """
      A card shows one large figure, the portfolio's line over the range and its allocation; a \
      chart is mostly the line. The file's extension chooses the format: .svg, .html, or .png, \
      which needs rsvg-convert (Debian: librsvg2-bin). An existing picture is replaced only after \
      asking, or with --force. Without -o, the SVG is written to a pipe.

      The large percentage is the time-weighted return of the range, or the all-time P&L if a day \
      has no price; its label says which.


      """
        + examples(
          "bitpal share -o portfolio.png", "bitpal share --size chart -p 3m -o line.svg",
          "bitpal share --amounts --theme paper -o mine.html",
          "bitpal share --size large > widget.svg"))

  @Option(name: .long, help: "What to draw.") var size = ShareSize.card
  @Option(
    name: .shortAndLong,
    help: .init("The file: .svg, .png or .html.", valueName: "file"))
  var output: String?
  @Flag(name: .long, help: "Replace the file if it exists.") var force = false
  @Flag(name: .long, help: "Show amounts (default: percentages only).")
  var amounts = false
  @Option(
    name: .shortAndLong, help: Period.help("The days (default: 1y)"),
    transform: Period.init(text:))
  var period: Period?
  /// The spelling of version 1.0.
  @Option(name: .long, help: .hidden, transform: Period.init(text:)) var range: Period?
  @Option(name: .long, help: "The color theme (default: from the settings, else dusk).")
  var theme: ThemeChoice?
  @Option(name: .long, help: "The colors of gains and losses.") var palette: Palette?
  @Flag(name: .long, help: "Draw the sample portfolio instead of yours.") var demo = false
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    if amounts, privacy.asked == true {
      throw ValidationError("Use either --amounts or --private.")
    }
    if let output, PictureFormat(path: output) == nil {
      throw ValidationError(
        "\(output): the ending chooses the format.",
        help: "Use .svg, .png or .html.")
    }
    if output == nil, Console.isTerminal {
      throw ValidationError(
        "A picture is not text.", help: "Name its file: -o portfolio.png, .svg or .html")
    }
  }

  func run() throws {
    if demo {
      try AppContext.withDemo(share)
    } else {
      try share(AppContext())
    }
  }

  private func share(_ context: AppContext) throws {
    let entry = try context.service.entry(
      currency: currency.code(context), costBasis: costBasis.method(context), hasLine: true)
    guard entry.data.map({ !$0.isEmpty }) == true else {
      throw CommandFailure(
        "There is nothing to share: the ledger has no transactions.",
        help: "Import your exchange's export first: bitpal import FILE", .refused)
    }
    if let output { try confirmReplacing(output, force: force) }
    if let theme, theme.scheme == nil {
      Console.writeError("A picture cannot have your terminal's own colors; it is drawn in dusk.")
    }
    let look = Theme(
      palette: palette ?? context.configuration.palette,
      scheme: (theme?.scheme ?? context.configuration.scheme) ?? .dusk)
    let picture = try picture(entry, look, context)
    guard let output, let format = PictureFormat(path: output) else {
      return Console.write(picture.svg)
    }
    try picture.write(to: destination(output, named: output), as: format)
    let whose = demo ? "the sample's" : "your"
    Console.writeError(
      "Wrote \(output), \(amounts ? "with \(whose) amounts" : "amounts masked").")
  }

  private func picture(
    _ entry: PortfolioEntry, _ look: Theme, _ context: AppContext
  ) throws -> SharedPicture {
    let now = context.now
    let credit = context.priceCredit
    if let family = WidgetFamily(rawValue: size.rawValue) {
      let grid = panel(entry, family: family, isPrivate: !amounts, now: now)
      let spoken = speech(entry, family: family, isPrivate: !amounts, isDated: true, now: now)
      var svg = SVGText(theme: look, title: "Portfolio", description: spoken)
      var html = HTMLText(theme: look, title: "Portfolio")
      (svg.credit, html.credit) = (credit, credit)
      return SharedPicture(svg: svg.text(of: grid), html: html.text(of: grid))
    }
    let source = try HistorySource(
      coinId: nil, period: period ?? range ?? .months(12), currency: currency.code(context), context
    ).sinceFirst
    let (points, gain) = try line(source)
    // A past period ends with the portfolio of that day.
    let last = source.days.upperBound
    let end =
      last < UTCDay(now)
      ? try PointInTime(last.text, currency.code(context), context, isPast: true)
        .portfolio(costBasis.method(context)) : nil
    let card = ShareCard(
      size == .chart ? .chart : .card, entry: end?.entry ?? entry, points: points, gain: gain,
      hasAmounts: amounts, now: end?.now ?? now, theme: look, credit: credit)
    return SharedPicture(svg: card.svg, html: card.html)
  }

  /// The portfolio's daily value since its first transaction, and its return over those days.
  private func line(
    _ source: HistorySource
  ) throws -> (points: [ShareCard.Point], gain: ShareCard.PeriodReturn?) {
    guard source.first != nil else { return ([], nil) }
    // Neither values nor this return depend on the cost basis.
    let line = try source.line(.average)
    let points = line.points.map { ShareCard.Point(day: $0.date.text, value: $0.value) }
    let gain = line.figures.timeWeighted.flatMap { percentage in
      points.first.map {
        ShareCard.PeriodReturn(
          percentage: percentage, firstDay: $0.day,
          count: line.figures.countNote, isEstimated: line.figures.estimated.isGainEstimated)
      }
    }
    return (points, gain)
  }
}
