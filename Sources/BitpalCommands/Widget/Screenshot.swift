import ArgumentParser
import CellGrid
import FoundationEssentials
import Portfolio
import SamplePortfolio
import WidgetTimeline

/// `bitpal screenshot`.
struct Screenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a widget for a review: the same bytes on every run and every machine.",
    discussion: """
      The picture is of the sample portfolio, never of yours. --at sets the time it is looked at; \
      the sample's prices are of 2026-04-28T08:01:10Z.
      """)

  @Option(name: .long, help: "small, medium, large or line.") var size: PreviewSize = .large
  @Option(name: .long, help: "The state drawn; --list names them.") var state: ScreenshotState =
    .fresh
  @Option(name: .long, help: "The instant at which the widget is looked at.") var at: String?
  @Option(name: .long, help: "text, ansi, svg, html or json.") var format: PreviewFormat = .text
  @Option(name: .long, help: "The ground: auto, light or dark.") var appearance: GroundChoice =
    .auto
  @Flag(name: .long, help: "Name the states and exit.") var list = false

  func run() throws {
    if list {
      for state in ScreenshotState.allCases {
        Console.print("\(state.rawValue)  \(state.explanation)")
      }
      return
    }
    let now = try at.map(instant)
    let (entry, ownNow) = try state.entry()
    let grid = size.grid(entry, isPrivate: state == .private, now: now ?? ownNow)
    switch format {
    case .text: Console.write(PlainText.text(of: grid))
    case .ansi:
      let theme = Theme(appearance: appearance.appearance)
      Console.write(ANSIText(theme: theme, depth: .ansi16, hasLinks: true).text(of: grid))
    case .svg:
      Console.write(SVGText(theme: Theme(appearance: appearance.appearance)).text(of: grid))
    case .html:
      Console.write(HTMLText(theme: Theme(appearance: appearance.appearance)).text(of: grid))
    case .json: Console.write(JSONText.text(of: grid))
    }
  }
}
