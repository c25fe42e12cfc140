import Application
import ArgumentParser
import CellGrid
import ConfigurationFile
import FoundationEssentials
import Glibc
import LedgerStore
import NcursesScreen
import WidgetTimeline
import Widgets

/// `bitpal view`, which is also `bitpal` alone: the dashboard, the demo, or one widget now.
struct View: PrivateCommand {
  static let configuration = CommandConfiguration(
    verb: "view",
    abstract: "Open the dashboard, or print one widget.",
    discussion: """
      Widget options without --size print the medium widget. On a terminal that is too narrow, \
      the next smaller one is printed, down to a single line.

      The formats waybar, i3bar, tmux, polybar and ps1 print one line in the markup of that bar; \
      with --watch in a pipe, they print a new line whenever it changes. docs/recipes.md has a \
      recipe for each.

      With --max-age, the exit code is 3 if prices are older than that, 4 if some or all are \
      missing, else 0. The widget is printed in any case, and bar formats always exit with 0. \
      With --refresh as well, prices are fetched only when they are older.


      """
        + examples(
          "bitpal --size small", "bitpal --size large --theme dusk --format svg > portfolio.svg",
          "bitpal --size line --format waybar --refresh --max-age 10m",
          "bitpal --size medium --currency EUR --cost-basis fifo"))

  @Flag(name: .long, help: "Show a sample portfolio with recorded prices; yours is not touched.")
  var demo = false

  @Option(name: .long, help: "Print one widget and exit.")
  var size: PreviewSize?

  @Flag(name: .long, help: "Fetch prices first; with --watch, on a schedule.")
  var refresh = false

  @Flag(name: .long, help: "Keep updating the widget in place until Ctrl-C.")
  var watch = false

  @Option(name: .long, help: "Output format; speech is sentences to be read aloud.")
  var format: PreviewFormat?

  @Option(name: .long, help: "Terminal width (default: the terminal's).")
  var width: Int?

  @Option(
    name: .long,
    help: .init("End with code 3 if prices are older: 45s, 90m, 2h, 1d.", valueName: "age"))
  var maxAge: MaximumAge?

  @Option(
    name: .long,
    help: .init(
      "Use the prices in a file, in the format of `bitpal refresh --prices`; nothing is written.",
      valueName: "file"))
  var prices: String?

  @OptionGroup var currency: CurrencyOption

  @OptionGroup var costBasis: CostBasisOption

  @OptionGroup var appearance: AppearanceOptions

  @OptionGroup var privacy: PrivacyOptions

  func validate() throws {
    if watch, format != nil && bar == nil || prices != nil {
      throw ValidationError(
        "--watch keeps a widget current.",
        help: "Leave --prices out, and --format unless it is a bar's.")
    }
    if watch, maxAge != nil, !refresh {
      throw ValidationError(
        "--max-age with --watch says how often to fetch.",
        help: "Add --refresh.")
    }
    if bar != nil, let size, size != .line {
      throw ValidationError(
        "--format \(format?.rawValue ?? "") writes one line.",
        help: "Use --size line.")
    }
    if prices != nil, refresh || demo {
      throw ValidationError(
        "--prices replaces the network.",
        help: "Leave --refresh and --demo out.")
    }
    if let width, width < 1 { throw ValidationError("--width counts columns, from 1.") }
  }

  func run() throws {
    var ending: Int32?
    if demo {
      try AppContext.withDemo { context in
        ending = try show(
          context, refresher: context.demoRefresher(), sizes: PreviewSize.panels)
      }
    } else {
      let context = try AppContext()
      ending = try show(context, refresher: context.refresher, sizes: [.medium])
    }
    // Raise the signal only after cleanup, so that the parent sees how the program ended.
    if let ending { raise(ending) }
  }

  /// Shows the dashboard on a terminal, or writes widgets as text.
  ///
  /// - Returns: The signal that ended it, if one did.
  private func show(
    _ context: AppContext, refresher: @autoclosure () throws -> PriceRefresher,
    sizes: [PreviewSize]
  ) throws -> Int32? {
    let look = OutputAppearance(context, appearance)
    let isPrivate = privacy.isPrivate(context.configuration)
    if watch {
      let output: any WatchedOutput =
        if let bar {
          WatchedBar(look.bar(bar, width: width), isPrivate: isPrivate)
        } else {
          try WatchedRegion(size ?? .medium, width: width, isPrivate: isPrivate, look: look)
        }
      return try WidgetWatch(
        context, on: output, refresher: refresh ? try refresher() : nil,
        every: maxAge.map { TimeInterval($0.seconds) } ?? Timeline.refreshInterval,
        currency: currency.code(context), costBasis: costBasis.method(context), hasLine: isPanel
      ).run()
    }
    if !isWidgetWanted, Console.isInteractive {
      try DashboardSession(
        context, refresher: try refresher(), fillsPastPrices: !demo, isPrivate: privacy.asked,
        currency: currency.asked?.uppercased(), costBasis: costBasis.asked, look: look
      ).run()
      return nil
    }
    let entry =
      try prices.map {
        try context.entry(
          pricesFile: $0, currency: currency.code(context),
          costBasis: costBasis.method(context))
      }
      ?? context.service.entry(
        refreshedBy: refresh ? try refresher() : nil,
        maximumAge: maxAge.map { TimeInterval($0.seconds) }, currency: currency.code(context),
        costBasis: costBasis.method(context), hasLine: isPanel)
    let now = context.now
    let question = format == nil || format == .ansi ? look.askBackground() : nil
    defer { question?.close() }
    let background = question?.listen(for: OutputAppearance.answerPatience).appearance
    let preview = Preview(
      entry: entry, isPrivate: isPrivate, now: now, look: look.on(background ?? .unknown),
      format: format, width: width, credit: prices == nil ? context.priceCredit : nil)
    for (index, size) in (bar != nil ? [.line] : size.map { [$0] } ?? sizes).enumerated() {
      if index > 0 { Console.write("\n") }
      Console.write(preview.text(size))
    }
    if !isWidgetWanted, let steps = try context.firstSteps() { Console.writeError(steps) }
    // A bar hides a failing module, so the age is in its text and class instead.
    if bar == nil { try maxAge?.check(entry, at: now) }
    return nil
  }

  private var bar: BarFormat? { format?.bar }

  private var isPanel: Bool { size != .line && bar == nil && format != .speech }

  private var isWidgetWanted: Bool {
    size != nil || refresh || format != nil || width != nil || maxAge != nil || prices != nil
  }
}

extension View {
  /// Parses a widget by size and format only, as prompts and bars request it frequently.
  ///
  /// The argument parser would take as long as everything else that a widget needs.
  ///
  /// - Returns: `nil` for any other words, which the parser handles.
  static func widget(_ words: [String]) -> View? {
    guard words.count == 2 || words.count == 4, words[0] == "--size",
      let size = PreviewSize(rawValue: words[1])
    else { return nil }
    var view = View()
    (view.size, view.format) = (size, nil)
    if words.count == 4 {
      guard words[2] == "--format", let format = PreviewFormat(rawValue: words[3]) else {
        return nil
      }
      view.format = format
    }
    (view.demo, view.refresh, view.watch) = (false, false, false)
    (view.width, view.maxAge, view.prices) = (nil, nil, nil)
    view.currency = .given { $0.asked = nil }
    view.costBasis = .given { $0.asked = nil }
    view.privacy = .given { $0.asked = nil }
    view.appearance = .given {
      ($0.theme, $0.color, $0.appearance, $0.palette) = (nil, nil, nil, nil)
    }
    do { try view.validate() } catch { return nil }
    return view
  }
}

extension ParsableArguments {
  /// Makes options whose values are set directly rather than parsed.
  fileprivate static func given(_ set: (inout Self) -> Void) -> Self {
    var options = Self()
    set(&options)
    return options
  }
}
