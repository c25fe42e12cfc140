import CellGrid
import FoundationEssentials
import NcursesScreen
import WidgetTimeline
import Widgets

/// An output in which a widget is kept current.
protocol WatchedOutput: AnyObject {
  /// Whether to disable echo and hide the cursor meanwhile.
  var ownsTerminal: Bool { get }
  /// Writes what changed since the last call.
  func show(_ entry: PortfolioEntry, at now: Date)
  /// Discards the record of what was written, because others may have overwritten it.
  func forget()
}

/// Rows of a terminal that are rewritten in place.
final class WatchedRegion: WatchedOutput {
  let ownsTerminal = true
  private let size: PreviewSize
  private let width: Int?
  private let isPrivate: Bool
  private let look: OutputAppearance
  private var region: RegionText
  private var isBackgroundKnown = false

  /// Prepares without writing.
  ///
  /// - Throws: A refusal if there is no terminal whose rows can be rewritten.
  init(_ size: PreviewSize, width: Int?, isPrivate: Bool, look: OutputAppearance) throws {
    guard look.canMoveCursor else {
      throw CommandFailure(
        "--watch rewrites the widget in its place, which needs a terminal that can move its "
          + "cursor.",
        help: "Name a bar, such as --format tmux, or leave --watch out to print the widget once.",
        .usage)
    }
    self.size = size
    self.width = width
    self.isPrivate = isPrivate
    self.look = look
    region = RegionText(look.encoder(hasLinks: true))
  }

  func show(_ entry: PortfolioEntry, at now: Date) {
    let question = isBackgroundKnown ? nil : look.askBackground()
    isBackgroundKnown = true
    if let question { apply(question.listen(for: OutputAppearance.answerPatience).appearance) }
    draw(entry, at: now)
    guard let question else { return }
    apply(question.close().appearance)
    draw(entry, at: now)
  }

  private func apply(_ background: Appearance) {
    region.encoder = look.on(background).encoder(hasLinks: true)
  }

  private func draw(_ entry: PortfolioEntry, at now: Date) {
    let terminalSize = Console.size
    let columns = min(width ?? .max, terminalSize?.columns ?? .max)
    let grid = size.fitting(columns: columns, rows: terminalSize?.rows)
      .grid(entry, isPrivate: isPrivate, now: now, columns: columns)
      .drawn(with: look.glyphs)
    Console.write(region.text(showing: grid, columns: terminalSize?.columns ?? grid.columns))
  }

  func forget() { region.forget() }
}

/// Writes a line for a bar whenever it changes.
final class WatchedBar: WatchedOutput {
  let ownsTerminal = false
  private let bar: Bar
  private let isPrivate: Bool
  private var last: String?

  init(_ bar: Bar, isPrivate: Bool) {
    self.bar = bar
    self.isPrivate = isPrivate
  }

  func show(_ entry: PortfolioEntry, at now: Date) {
    let text = bar.text(entry, isPrivate: isPrivate, now: now)
    guard text != last else { return }
    Console.write(bar.format == .i3bar ? protocolLine(text) : "\(text)\n")
    last = text
  }

  func forget() {}

  /// The i3bar protocol is an endless list of lists, preceded by a version line.
  private func protocolLine(_ block: String) -> String {
    last == nil ? "{\"version\":1}\n[\n[\(block)]\n" : ",[\(block)]\n"
  }
}
