import Glibc

/// A terminal compatible with xterm and VT100, to check the effect of bytes: with its own parser
/// and screen, and the C library's widths.
///
/// It is strict: it collects unknown sequences in ``strangers``, so that unexpected output is
/// reported instead of ignored.
public struct VirtualTerminal {
  /// A color as requested.
  public enum Ink: Hashable, Sendable {
    /// A palette index.
    case palette(Int)
    /// Red, green and blue.
    case rgb(Int, Int, Int)
  }

  /// The attributes that characters are written with.
  public struct Pen: Hashable, Sendable {
    /// The color; `nil` for the terminal's default.
    public var ink: Ink?
    /// The background color; `nil` for the terminal's default.
    public var background: Ink?
    /// Bold, faint, and foreground and background swapped.
    public var isBold = false, isDim = false, isReversed = false
    /// The target of a link; empty outside of one.
    public var link = ""

    /// Makes the default attributes.
    public init() {}
  }

  /// One cell; the right half of a wide character contains NUL.
  public struct Spot: Hashable, Sendable {
    /// The character.
    public var scalar: Unicode.Scalar = " "
    /// The attributes it was written with.
    public var pen = Pen()

    /// Makes a blank with default attributes.
    public init() {}

    /// Makes a cell from a character and its attributes.
    public init(scalar: Unicode.Scalar, pen: Pen) {
      self.scalar = scalar
      self.pen = pen
    }

    /// The cell as it looks: a blank that is not reversed looks like any other.
    public var seen: Spot {
      guard scalar == " ", !pen.isReversed, pen.link.isEmpty else { return self }
      var blank = Spot()
      blank.pen.background = pen.background
      return blank
    }
  }

  /// The size in cells.
  public let columns: Int, rows: Int
  /// The cells, row by row.
  public internal(set) var screen: [[Spot]]
  /// The cursor's position.
  public internal(set) var column = 0, row = 0
  /// Modes that are set, such as `?25`; initially `?7` and `?25`.
  public internal(set) var modes: Set<String> = ["?7", "?25"]
  /// Unknown sequences that were received.
  public internal(set) var strangers: [String] = []
  /// The attributes of the next character.
  public internal(set) var pen = Pen()

  var isWrapPending = false
  /// The saved cursor position and attributes.
  private var kept = (column: 0, row: 0, pen: Pen(), isWrapPending: false)
  var region: ClosedRange<Int>
  var last: Unicode.Scalar = " "
  private var state = State.ground
  private var pending: [UInt8] = []
  private let measure: @convention(c) (wchar_t) -> CInt

  /// Makes a blank terminal.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    screen = Array(repeating: Array(repeating: Spot(), count: columns), count: rows)
    region = 0...(rows - 1)
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil, let symbol = dlsym(nil, "wcwidth") else {
      preconditionFailure("the C library has no UTF-8")
    }
    // Looked up by name, since the importer omits `wcwidth`.
    measure = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> CInt).self)
  }

  /// The characters of a row without trailing blanks.
  public func text(row: Int) -> String {
    var view = String.UnicodeScalarView()
    for spot in screen[row] where spot.scalar != "\0" { view.append(spot.scalar) }
    while view.last == " " { view.removeLast() }
    return String(view)
  }

  /// Processes a program's output; a sequence may be split across calls.
  public mutating func play(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  /// Processes output of a program on a terminal that turns each newline into a return and a
  /// newline.
  public mutating func play(lines text: String) {
    for byte in text.utf8 {
      if byte == 0x0A { take(0x0D) }
      take(byte)
    }
  }

  private enum State { case ground, escape, charset, control, string, stringEscape, utf8(Int) }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeInGround(byte)
    case .utf8(let left):
      pending.append(byte)
      guard left == 1 else { return state = .utf8(left - 1) }
      state = .ground
      let decoded = String(decoding: pending, as: UTF8.self).unicodeScalars
      pending = []
      if decoded.count == 1, let scalar = decoded.first { put(scalar) } else { stranger("UTF-8") }
    case .escape: takeEscape(byte)
    case .charset:
      state = .ground
      if byte != UInt8(ascii: "B"), byte != UInt8(ascii: "0") { stranger("charset \(byte)") }
    case .control:
      pending.append(byte)
      guard (0x40...0x7E).contains(byte) else { return }
      let sequence = String(decoding: pending, as: UTF8.self)
      pending = []
      state = .ground
      if !perform(sequence) { stranger("CSI \(sequence)") }
    case .string:
      if byte == 0x07 {
        endString()
      } else if byte == 0x1B {
        state = .stringEscape
      } else {
        pending.append(byte)
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { endString() } else { stranger("ESC in a string") }
    }
  }

  private mutating func takeInGround(_ byte: UInt8) {
    switch byte {
    case 0x00, 0x07, 0x0E, 0x0F: break
    case 0x08:
      column = max(0, column - 1)
      isWrapPending = false
    case 0x09: move(to: min(columns - 1, column / 8 * 8 + 8), row)
    case 0x0A: lineFeed()
    case 0x0D: move(to: 0, row)
    case 0x1B: state = .escape
    case 0x20...0x7E: put(Unicode.Scalar(byte))
    case 0xC2...0xDF: begin(byte, more: 1)
    case 0xE0...0xEF: begin(byte, more: 2)
    case 0xF0...0xF4: begin(byte, more: 3)
    default: stranger("byte \(byte)")
    }
  }

  private mutating func begin(_ byte: UInt8, more: Int) {
    pending = [byte]
    state = .utf8(more)
  }

  private mutating func takeEscape(_ byte: UInt8) {
    state = .ground
    pending = []
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "]"): state = .string
    case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
    case UInt8(ascii: "="), UInt8(ascii: ">"): break
    case UInt8(ascii: "7"): kept = (column, row, pen, isWrapPending)
    case UInt8(ascii: "8"): (column, row, pen, isWrapPending) = kept
    case UInt8(ascii: "M"): if row == region.lowerBound { scroll(by: -1) } else { row -= 1 }
    default: stranger("ESC \(Character(Unicode.Scalar(byte)))")
    }
  }

  private mutating func endString() {
    state = .ground
    let parts = String(decoding: pending, as: UTF8.self).split(
      separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    pending = []
    guard parts.count == 3, parts[0] == "8" else { return stranger("OSC \(parts)") }
    pen.link = String(parts[2])
  }

  mutating func stranger(_ what: String) { strangers.append(what) }

  mutating func put(_ scalar: Unicode.Scalar) {
    let width = Int(measure(wchar_t(bitPattern: scalar.value)))
    guard width > 0 else { return stranger("U+\(String(scalar.value, radix: 16))") }
    if isWrapPending || column + width > columns { wrap() }
    last = scalar
    erase(column..<min(columns, column + width), row)
    screen[row][column] = Spot(scalar: scalar, pen: pen)
    if width == 2 { screen[row][column + 1] = Spot(scalar: "\0", pen: pen) }
    column += width
    isWrapPending = column == columns && modes.contains("?7")
    column = min(column, columns - 1)
  }

  func isWide(_ scalar: Unicode.Scalar) -> Bool { measure(wchar_t(bitPattern: scalar.value)) == 2 }

  private mutating func wrap() {
    move(to: 0, row)
    lineFeed()
  }
}
