/// A grid as a self-contained picture.
///
/// Text stands on its columns whatever font the reader has, because every run states its length; frames
/// and blocks are shapes, because fonts leave gaps between them.
public struct SVG: Sendable {
  static let cellWidth = 9
  static let cellHeight = 20
  private static let margin = 14
  private static let baseline = 15

  /// The ground it is drawn for; unknown follows the reader's.
  public var appearance: Appearance

  /// Makes an encoder.
  public init(appearance: Appearance = .unknown) { self.appearance = appearance }

  /// Encodes a grid.
  public func text(of grid: Grid) -> String {
    let width = grid.columns * Self.cellWidth + 2 * Self.margin
    let height = grid.rows * Self.cellHeight + 2 * Self.margin
    let isLinked = grid.cells.contains { $0.style.isLinked }
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
        + " viewBox=\"0 0 \(width) \(height)\" role=\"img\">",
      "<style>\(Markup.rules(appearance, property: "fill"))"
        + "text{font:15px \"DejaVu Sans Mono\",Menlo,Consolas,monospace;white-space:pre}"
        + ".prominent,.badge,.accent,.error{font-weight:bold}.line{fill:none;stroke-width:1.2}"
        + strokes + "</style>",
      "<rect class=\"ground\" width=\"\(width)\" height=\"\(height)\" rx=\"10\"/>",
    ]
    if isLinked { lines.append("<a href=\"\(Link.portfolio)\">") }
    lines.append("<g transform=\"translate(\(Self.margin) \(Self.margin))\">")
    for row in 0..<grid.rows {
      lines += grid.runs(row: row).flatMap { elements(of: $0, row: row) }
    }
    lines.append("</g>")
    if isLinked { lines.append("</a>") }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Frames are drawn with strokes, which take their colour from another property than text does.
  private var strokes: String {
    [Role.border, .borderFocused].map { role in
      func rule(_ isDark: Bool) -> String {
        ".line.\(role){stroke:\(Markup.color(of: role, isDark: isDark));fill:none}"
      }
      switch appearance {
      case .light: return rule(false)
      case .dark: return rule(true)
      case .unknown: return rule(false) + "@media(prefers-color-scheme:dark){\(rule(true))}"
      }
    }.joined()
  }

  private func elements(of run: Run, row: Int) -> [String] {
    let y = row * Self.cellHeight
    var elements: [String] = []
    if run.style.isReversed {
      elements.append(
        "<rect class=\"\(run.style.role)\" x=\"\(run.column * Self.cellWidth)\" y=\"\(y)\""
          + " width=\"\(run.width * Self.cellWidth)\" height=\"\(Self.cellHeight)\"/>")
    }
    for piece in pieces(of: run) {
      switch piece {
      case .shape(let shape): elements.append(shape.element(row: row))
      case .text(let text, let column, let width):
        let role = run.style.isReversed ? "ground" : "\(run.style.role)"
        elements.append(
          "<text class=\"\(role)\" x=\"\(column * Self.cellWidth)\" y=\"\(y + Self.baseline)\""
            + " textLength=\"\(width * Self.cellWidth)\" lengthAdjust=\"spacingAndGlyphs\">"
            + Markup.escaped(text) + "</text>")
      }
    }
    return elements
  }

  private enum Piece {
    case shape(CellShape)
    case text(String, column: Int, width: Int)
  }

  /// Splits a run into words and shapes; blanks draw nothing.
  private func pieces(of run: Run) -> [Piece] {
    guard run.width == run.text.unicodeScalars.count else {
      return [.text(run.text, column: run.column, width: run.width)]
    }
    var pieces: [Piece] = []
    var word = ""
    var start = run.column
    func flush(_ end: Int) {
      if !word.isEmpty { pieces.append(.text(word, column: start, width: end - start)) }
      word = ""
    }
    for (offset, scalar) in run.text.unicodeScalars.enumerated() {
      let column = run.column + offset
      if let shape = CellShape(scalar, column: column, role: run.style.role) {
        flush(column)
        pieces.append(.shape(shape))
      } else if scalar == " " {
        flush(column)
      } else {
        if word.isEmpty { start = column }
        word.unicodeScalars.append(scalar)
      }
    }
    flush(run.column + run.width)
    return pieces
  }
}
