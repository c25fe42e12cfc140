import CellGrid

/// A terminal that knows newline, SGR and OSC 8, and nothing else.
struct ANSITerminal {
  struct Spot: Equatable {
    var scalar: Unicode.Scalar
    var look: Look
    var link: String
  }

  private(set) var rows: [[Spot]] = [[]]
  /// What it was sent and does not know.
  private(set) var strangers: [String] = []
  /// Whether each row ended in the terminal's own look and outside a link.
  private(set) var isLeftClean = true

  private var look = Look.plain
  private var link = ""

  init(playing text: String) {
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "\n":
        isLeftClean = isLeftClean && look == .plain && link.isEmpty
        rows.append([])
        index += 1
      case "\u{1B}": index = sequence(scalars, index + 1)
      case let scalar:
        if columnWidth(of: scalar) == 0 { strangers.append("\(scalar.value)") }
        rows[rows.count - 1].append(Spot(scalar: scalar, look: look, link: link))
        if columnWidth(of: scalar) == 2 {
          rows[rows.count - 1].append(Spot(scalar: Cell.continuation, look: look, link: link))
        }
        index += 1
      }
    }
    rows.removeLast()
  }

  private mutating func sequence(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
    let rest = scalars[start...]
    if rest.first == "[", let end = rest.firstIndex(of: "m") {
      let codes = text(rest[(start + 1)..<end]).split(
        separator: ";", omittingEmptySubsequences: false)
      apply(codes.map { Int($0) ?? -1 })
      return end + 1
    }
    if rest.first == "]", let end = rest.firstIndex(of: "\u{1B}") {
      let parts = text(rest[(start + 1)..<end]).split(
        separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
      if parts.count == 3, parts[0] == "8" {
        link = String(parts[2])
      } else {
        strangers.append("OSC")
      }
      return end + 2
    }
    strangers.append("ESC")
    return start + 1
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private mutating func apply(_ codes: [Int]) {
    var codes = codes[...]
    while let code = codes.popFirst() {
      switch code {
      case 0: look = .plain
      case 1: look.isBold = true
      case 2: look.isDim = true
      case 7: look.isReversed = true
      case 22: (look.isBold, look.isDim) = (false, false)
      case 27: look.isReversed = false
      case 30...37: look.foreground = .ansi(UInt8(code - 30))
      case 39: look.foreground = nil
      case 90...97: look.foreground = .ansi(UInt8(code - 82))
      case 38 where codes.first == 5 && codes.count >= 2:
        look.foreground = .indexed(UInt8(codes[codes.startIndex + 1]))
        codes = codes.dropFirst(2)
      case 38 where codes.first == 2 && codes.count >= 4:
        let parts = codes.dropFirst().prefix(3).map { UInt8($0) }
        look.foreground = .rgb(parts[0], parts[1], parts[2])
        codes = codes.dropFirst(4)
      default: strangers.append("SGR \(code)")
      }
    }
  }
}
