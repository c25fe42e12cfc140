import ArgumentParser
import CellGrid
import Dashboard
import Exact
import Kraken
import NcursesScreen
import Portfolio
import Reports
import Widgets

/// `bitpal chart`.
struct Chart: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "chart",
    abstract: "Draw the portfolio's value, or a coin's price.",
    discussion: """
      With a coin, draws its price and marks your purchases (B) and sales (S). Without one, \
      draws the portfolio's value and what you invested, with the area between them: dense \
      where the value is higher, thin where it is lower. Days without a price are \
      gaps. --private masks the portfolio's figures.

      With more coins or --benchmark, draws how each changed since the first day on which all have \
      a price, in percent; without a coin, the portfolio's time-weighted return.

      With --candles, draws what the coin's price did each day, and the average of 20 days. \
      Kraken has candles of some coins, for two years; bitpal fetches and keeps them. A heavy line \
      is a rise, a block a fall.


      """
        + examples(
          "bitpal chart bitcoin -p 3m -c EUR", "bitpal chart btc eth sol -p 1y",
          "bitpal chart --benchmark bitcoin",
          "bitpal chart --format svg > portfolio.svg"))

  @OptionGroup var options: HistoryOptions
  @Argument(help: "More coins, compared with the first in percent.") var others: [String] = []
  @Option(
    name: .long,
    help: .init(
      "Compare with a coin or a file of prices, as for `bitpal prices import`.",
      valueName: "coin|file"))
  var benchmark: String?
  @Flag(name: .long, help: "Draw changes in percent; of the portfolio, its time-weighted return.")
  var percent = false
  @Flag(name: .long, help: "Use a logarithmic scale.")
  var log = false
  @Option(name: .long, help: "COLUMNSxROWS, such as 100x24 (default: what fits the terminal).")
  var size: ChartSize?
  @Option(
    name: .long,
    help: "Output format (default: colored on a terminal, plain in a pipe; speech: sentences).")
  var format: ChartFormat?
  @Flag(name: .long, help: "Draw the coin's daily candles and their average.") var candles = false
  @Flag(name: .shortAndLong, help: "Write the figures as JSON, a row a day.") var json = false
  @Flag(name: .long, help: "Write the figures as CSV, a row a day.") var csv = false
  @OptionGroup var safety: CSVSafety
  @OptionGroup var privacy: PrivacyOptions
  @OptionGroup var appearance: AppearanceOptions

  func validate() throws {
    if isComparison, candles || json || csvStyle != nil || log {
      throw ValidationError(
        "A comparison is drawn in percent.",
        help: "Leave --candles, --log, --json and --csv out.")
    }
    if json && csvStyle != nil { throw ValidationError("Choose one of --json and --csv.") }
    if candles, !options.coin.isNamed {
      throw ValidationError(
        "--candles needs one coin.",
        help: "bitpal chart bitcoin --candles")
    }
    if candles, json || csvStyle != nil {
      throw ValidationError(
        "--candles is a picture.",
        help: "Leave --json and --csv out.")
    }
    if json || csvStyle != nil, size != nil || format != nil {
      throw ValidationError(
        "--json and --csv are figures.",
        help: "Leave --size and --format out.")
    }
  }

  private var isComparison: Bool { !others.isEmpty || benchmark != nil || percent }

  private var csvStyle: CSVStyle? { safety.style(isCSV: csv) }

  func run() throws {
    let context = try AppContext()
    let source = try HistorySource(options, context)
    guard source.coinId != nil || source.first != nil else {
      return try Console.writeError(context.firstSteps() ?? source.emptyNote)
    }
    guard !json, csvStyle == nil else { return try writeData(source, context) }
    let picture = try picture(source, context)
    // A sentence says more than an empty frame.
    if !picture.isEmpty || source.coinId == nil || format != nil {
      try write(picture, of: source, OutputAppearance(context, appearance))
    }
    if picture.isEmpty {
      Console.writeError(source.absenceNote)
    }
    if source.coinId == nil {
      try (source.unknownNotes + source.open.notes()).forEach(Console.writeError)
    }
  }

  private func picture(_ source: HistorySource, _ context: AppContext) throws -> ChartPicture {
    if isComparison {
      let lines = try source.comparison(
        with: others, benchmark: benchmark, options.costBasis.method(context), context)
      let old = try source.oldPrices(and: lines.map(\.name))
      if let picture = ChartPicture(comparing: lines, old: old, rates: source.chartRates) {
        return picture
      }
      if let benchmark, SeriesSubject.isFile(benchmark), lines.last?.isEmpty ?? false,
        source.currency == usDollarCode
      {
        throw CommandFailure(
          "\(cleaned(benchmark)) has no prices in that range.",
          help: "Choose days that it has with --period.", .unavailable)
      }
      throw CommandFailure(
        "On no day of that range do all of them have a price.",
        help: "Fetch past prices: "
          + "bitpal prices fetch", .unavailable)
    }
    let picture = try pictureOfAmounts(source, context)
    return log ? picture.logarithmic : picture
  }

  private func pictureOfAmounts(
    _ source: HistorySource, _ context: AppContext
  ) throws -> ChartPicture {
    if let coinId = source.coinId, candles {
      return try pictureOfCandles(coinId, source, context)
    }
    if let coinId = source.coinId {
      return ChartPicture(
        priceOf: coinId, days: source.days, price: source.price(of: coinId),
        trades: try source.trades(), NumberFormat(code: source.currency),
        rates: source.chartRates)
    }
    return ChartPicture(
      try source.sinceFirst.line(options.costBasis.method(context)), trades: try source.trades(),
      isPrivate: privacy.isPrivate(context.configuration),
      NumberFormat(code: source.currency), rates: source.chartRates)
  }

  private func credit(_ source: HistorySource) throws -> PictureCredit? {
    candles ? PriceCredit.credit(of: [KrakenAPI.sourceName]) : try source.credit()
  }

  private func pictureOfCandles(
    _ coinId: String, _ source: HistorySource, _ context: AppContext
  ) throws -> ChartPicture {
    let known = context.candles(of: coinId, asking: true)
    let shown = known.converted(to: source.currency, context)
    if let picture = ChartPicture(
      candlesOf: coinId, shown, in: source.days, trades: try source.trades(),
      NumberFormat(code: source.currency), rates: source.chartRates)
    {
      if let absence = known.absence { Console.writeError(cleaned("\(absence).")) }
      return picture
    }
    let reason = known.absence ?? "No candles in that range"
    throw CommandFailure(
      "\(cleaned(reason)).",
      help: "Draw its prices: bitpal chart \(cleaned(coinId))", .unavailable)
  }

  private func writeData(_ source: HistorySource, _ context: AppContext) throws {
    let style = context.style(privacy, options.currency)
    let report =
      if let coinId = source.coinId {
        ChartData.report(
          priceOf: source.days, source.price(of: coinId), transactions: try source.transactions(),
          style)
      } else {
        ChartData.report(
          try source.sinceFirst.history(.day, options.costBasis.method(context)), style)
      }
    if let csvStyle { return report.writeCSV(csvStyle, Console.writeData) }
    Console.writeData(report.json.text(pretty: true) + "\n")
  }

  /// Writes the chart as text, then in pixels if the terminal supports it.
  private func show(_ grid: Grid, _ look: OutputAppearance) {
    let question = look.askPictures(for: grid)
    question?.listen(for: OutputAppearance.answerPatience)
    Console.write(look.text(of: grid))
    guard let reply = question?.close() else { return }
    Console.write(look.picture(over: grid, reply))
  }

  private func write(
    _ picture: ChartPicture, of source: HistorySource, _ look: OutputAppearance
  ) throws {
    let size = size ?? (format == nil || format == .ansi || format == .text ? .fitting : .usual)
    let grid = picture.grid(columns: size.columns, rows: size.rows)
    switch format {
    case nil: show(grid, look)
    case .speech: Console.write(Console.fitted(picture.speech(NumberFormat(code: source.currency))))
    case .text: Console.write(PlainText.text(of: grid.drawn(with: look.glyphs)))
    case .ansi:
      let encoder = ANSIText(
        theme: look.theme, depth: max(look.depth, .ansi16), hasLinks: false)
      Console.write(encoder.text(of: grid.drawn(with: look.glyphs)))
    case .svg:
      var svg = SVGText(theme: look.pageTheme, title: picture.title, description: picture.words)
      svg.credit = try credit(source)
      Console.write(svg.text(of: grid))
    case .html:
      var html = HTMLText(theme: look.pageTheme, title: picture.title)
      html.credit = try credit(source)
      Console.write(html.text(of: grid))
    }
  }
}
