import CellGrid
import Widgets

extension GalleryCheck {
  /// Identifies a generated page.
  package static let pageMark = "<meta name=\"generator\" content=\"bitpal screenshot --check\">"

  /// A self-contained HTML page with recorded and current pictures side by side.
  package var page: String {
    let summary = markupEscaped(cleaned(summary))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      \(Self.pageMark)
      <title>\(summary)</title>
      <style>
      \(Self.layout)</style>
      </head>
      <body>
      <h1>\(summary)</h1>
      <input type="checkbox" id="switch"><label for="switch">switch between old and new</label>
      <input type="checkbox" id="marks" checked><label for="marks">mark changed cells</label>
      \(differences.map { section($0) }.joined())</body>
      </html>

      """
  }

  private func section(_ difference: GalleryDifference) -> String {
    let facts = difference.facts.map { "<li>\(markupEscaped($0))</li>\n" }.joined()
    let diff = difference.diff(path: folder.file(difference.name, .snapshot))
      .map { markupEscaped($0) + "\n" }.joined()
    return """
      <section>
      <h2>\(markupEscaped(cleaned(difference.name))): \(difference.kind.rawValue)</h2>
      <div class="pair">
      \(figure("Recorded", difference.old, difference, isThere: difference.kind != .missing))\
      \(figure("Drawn now", difference.new, difference, isThere: difference.kind != .extra))</div>
      <ul>
      \(facts)</ul>
      <pre>
      \(diff)</pre>
      </section>

      """
  }

  private func figure(
    _ caption: String, _ snapshot: Snapshot?, _ difference: GalleryDifference, isThere: Bool
  ) -> String {
    let picture =
      snapshot.map { snapshot in
        var encoder = SVGText(theme: Theme(), title: "\(caption): \(snapshot.name)")
        encoder.credit = credit(of: difference)
        encoder.marks = difference.changes.map { CellMark(row: $0.row, columns: $0.columns) }
        return encoder.text(of: snapshot.grid)
      } ?? "<p>\(isThere ? "The file cannot be drawn." : "Nothing.")</p>\n"
    return "<figure>\n<figcaption>\(caption)</figcaption>\n\(picture)</figure>\n"
  }

  private static let layout = """
    :root{color-scheme:light dark}
    body{margin:24px;font:15px/1.5 system-ui,sans-serif}
    h1{font-size:20px}
    h2{font-size:17px;margin:40px 0 8px}
    .pair{display:flex;flex-wrap:wrap;gap:16px}
    figure{margin:0}
    svg{display:block}
    label{margin:0 24px 0 6px}
    .mark{color:#e07b00}
    #marks:not(:checked)~section .mark{display:none}
    #switch:checked~section .pair{display:grid;justify-content:start}
    #switch:checked~section figure{grid-area:1/1;background:Canvas}
    #switch:checked~section figure+figure{animation:switch 1.6s steps(1) infinite}
    #switch:checked~section .pair:hover figure+figure{animation-play-state:paused}
    @keyframes switch{0%{opacity:1}50%{opacity:0}}
    @media (prefers-reduced-motion:reduce){
    #switch:checked~section figure+figure{animation:none}
    #switch:checked~section .pair:hover figure+figure{opacity:0}
    }
    li,pre{font:13px/1.4 ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace}
    li{white-space:pre-wrap}
    pre{overflow-x:auto}

    """
}
