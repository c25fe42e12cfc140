import ArgumentParser
import CellGrid
import ConfigurationFile
import FoundationEssentials
import Portfolio
import WidgetTimeline
import Widgets

/// What `--size` can name: a family, or the one line.
enum PreviewSize: String, ExpressibleByArgument, CaseIterable {
  case small, medium, large, line

  /// The panel of an entry at this size.
  func grid(_ entry: PortfolioEntry, isPrivate: Bool, now: Date) -> Grid {
    guard let family = WidgetFamily(rawValue: rawValue) else {
      return Widgets.line(entry, isPrivate: isPrivate, now: now)
    }
    return panel(entry, family: family, isPrivate: isPrivate, now: now)
  }
}

/// How a grid is written.
enum PreviewFormat: String, ExpressibleByArgument, CaseIterable {
  case ansi, text, svg, html, json
}

/// The ground a person names.
enum GroundChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, light, dark

  /// The ground, unknown for `auto`.
  var appearance: Appearance {
    switch self {
    case .auto: .unknown
    case .light: .light
    case .dark: .dark
    }
  }
}

/// `bitpal view`, which is also `bitpal` alone: the dashboard, the demo, or one widget now.
struct View: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the dashboard, or print one widget (what bitpal does without a verb).")

  @Flag(name: .long, help: "Show a sample portfolio with recorded prices; yours is not touched.")
  var demo = false

  @Option(name: .long, help: "Print one widget and exit: small, medium, large or line.")
  var size: PreviewSize?

  @Flag(name: .long, help: "With --size: fetch prices first.")
  var refresh = false

  @Option(name: .long, help: "With --size: ansi, text, svg, html or json.")
  var format: PreviewFormat?

  @Option(name: .long, help: "When to use colours: auto, always or never.")
  var color: ColorChoice = .auto

  @Option(name: .long, help: "The terminal's ground: auto, light or dark.")
  var appearance: GroundChoice = .auto

  @Flag(name: .customLong("private"), help: "Mask amounts; percentages stay.")
  var isPrivate = false

  func run() throws {
    if demo {
      try Program.withDemo { program in
        try show(program, refresher: try program.demoRefresher(), sizes: PreviewSize.panels)
      }
    } else {
      let program = try Program()
      try show(program, refresher: program.refresher, sizes: [.medium])
    }
  }

  /// The dashboard on a terminal, widgets as text elsewhere.
  private func show(
    _ program: Program, refresher: PriceRefresher, sizes: [PreviewSize]
  ) throws {
    if size == nil, Console.isInteractive {
      try DashboardSession(
        program, refresher: refresher, isPrivate: isPrivate, color: color, ground: ground
      ).run()
      return
    }
    let entry = try program.entry(refreshedBy: refresh ? refresher : nil)
    for (index, size) in (size.map { [$0] } ?? sizes).enumerated() {
      if index > 0 { Console.write("\n") }
      let grid = size.grid(
        entry, isPrivate: isPrivate, now: program.now)
      Console.write(text(of: grid, environment: program.environment))
    }
  }

  private var ground: Appearance? { appearance == .auto ? nil : appearance.appearance }

  private func text(of grid: Grid, environment: [String: String]) -> String {
    let look = OutputAppearance(environment, color: color, ground: ground)
    switch format {
    case nil: return look.text(of: grid, hasLinks: true)
    case .ansi:
      return ANSIText(theme: look.theme, depth: max(look.depth, .ansi16), hasLinks: true)
        .text(of: grid)
    case .text: return PlainText.text(of: grid)
    case .svg: return SVGText(theme: Theme(appearance: appearance.appearance)).text(of: grid)
    case .html: return HTMLText(theme: Theme(appearance: appearance.appearance)).text(of: grid)
    case .json: return JSONText.text(of: grid)
    }
  }
}

extension PreviewSize {
  static let panels: [PreviewSize] = [.small, .medium, .large]
}
