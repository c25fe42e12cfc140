import ArgumentParser
import CellGrid
import FoundationEssentials
import WidgetTimeline
import Widgets

/// How a widget is written.
enum PreviewFormat: String, NamedChoice {
  case ansi, text, svg, html, json, speech
  case waybar, i3bar, tmux, polybar, ps1

  /// The bar or prompt whose markup this is.
  var bar: BarFormat? { BarFormat(rawValue: rawValue) }
}

/// One widget on its way to the output.
struct Preview {
  let entry: PortfolioEntry
  let isPrivate: Bool
  let now: Date
  let look: OutputAppearance
  /// `nil` for what suits the place: colored on a terminal, plain in a pipe.
  let format: PreviewFormat?
  /// The room the user named, `nil` for the terminal's own.
  let width: Int?
  /// Whom the prices are from, for pictures and pages.
  let credit: PictureCredit?

  /// The widget's bytes at a size, or at a smaller one where there is no room for it.
  func text(_ size: PreviewSize) -> String {
    if let bar {
      return bar.text(entry, isPrivate: isPrivate, now: now) + (bar.format == .ps1 ? "" : "\n")
    }
    // The one line is short unless more is asked for: it goes into bars and prompts.
    let columns = size == .line ? min(width ?? lineColumns, columns ?? .max) : columns
    let size = size.fitting(columns: columns)
    let spoken = speech(entry, family: size.family, isPrivate: isPrivate, now: now)
    if format == .speech { return Console.fitted(spoken) }
    return text(
      of: size.grid(entry, isPrivate: isPrivate, now: now, columns: columns), spoken: spoken)
  }

  /// The encoder of a bar, where one is asked for.
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
