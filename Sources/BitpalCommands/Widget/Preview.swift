import ArgumentParser
import CellGrid
import FoundationEssentials
import WidgetTimeline
import Widgets

/// The output format of a widget.
enum PreviewFormat: String, NamedChoice {
  case ansi, text, svg, html, json, speech
  case waybar, i3bar, tmux, polybar, ps1

  /// The bar or prompt that uses this markup.
  var bar: BarFormat? { BarFormat(rawValue: rawValue) }
}

/// A widget to be written.
struct Preview {
  let entry: PortfolioEntry
  let isPrivate: Bool
  let now: Date
  let look: OutputAppearance
  /// `nil` for the default: colored on a terminal, plain in a pipe.
  let format: PreviewFormat?
  /// The requested width; `nil` for the terminal's.
  let width: Int?
  /// The price source to credit in pictures and pages.
  let credit: PictureCredit?

  /// The widget's text at a size, or at a smaller one if it doesn't fit.
  func text(_ size: PreviewSize) -> String {
    if let bar {
      return bar.text(entry, isPrivate: isPrivate, now: now) + (bar.format == .ps1 ? "" : "\n")
    }
    // The one-line widget is short by default, because it is used in bars and prompts.
    let columns = size == .line ? min(width ?? lineColumns, columns ?? .max) : columns
    let size = size.fitting(columns: columns)
    let spoken = speech(entry, family: size.family, isPrivate: isPrivate, now: now)
    if format == .speech { return Console.fitted(spoken) }
    return text(
      of: size.grid(entry, isPrivate: isPrivate, now: now, columns: columns), spoken: spoken)
  }

  /// The encoder of a bar, if a bar format was requested.
  private var bar: Bar? { format?.bar.map { look.bar($0, width: width) } }

  private var columns: Int? {
    switch format {
    case nil, .ansi, .text: width ?? (look.isTerminal ? Console.columns : nil)
    case .svg, .html, .json, .speech, .waybar, .i3bar, .tmux, .polybar, .ps1: width
    }
  }

  private func text(of grid: Grid, spoken: String) -> String {
    switch format {
    case nil, .speech, .waybar, .i3bar, .tmux, .polybar, .ps1: look.text(of: grid, hasLinks: true)
    case .ansi:
      ANSIText(theme: look.theme, depth: look.fileDepth, hasLinks: true)
        .text(of: grid.drawn(with: look.glyphs))
    case .text: PlainText.text(of: grid.drawn(with: look.glyphs))
    case .svg: svg(spoken).text(of: grid)
    case .html: html.text(of: grid)
    case .json: JSONText.text(of: grid)
    }
  }

  private func svg(_ spoken: String) -> SVGText {
    var svg = SVGText(theme: look.pageTheme, title: "bitpal", description: spoken)
    svg.credit = credit
    return svg
  }

  private var html: HTMLText {
    var html = HTMLText(theme: look.pageTheme, title: "bitpal")
    html.credit = credit
    return html
  }
}
