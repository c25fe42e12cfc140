public import CellGrid
import CScreen
import Glibc

/// A terminal controlled by ncurses: shows grids and reports keys and mouse events.
///
/// There can be only one screen at a time, used on a single thread. The terminal is restored by
/// ``close()``, when the screen is released, at exit, and by any signal that ends the program.
public final class NcursesScreen {
  /// Appearance of each style at ``colorDepth``; a change takes effect with the next grid.
  public var look: (Style) -> TextAttributes {
    didSet { shown = nil }
  }

  private let terminal: ScreenTerminal
  /// When the terminal was asked for its background.
  private var asked: ContinuousClock.Instant?
  var handle: OpaquePointer?
  var decoder = EventDecoder()
  /// The grid that the terminal shows; nil if it must be drawn from scratch.
  var shown: Grid?
  /// Where the cursor is shown.
  var shownCursor: CellPlace?

  /// Takes over a terminal.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - typedAhead: Keys already read by ``TerminalProbe``; they are reported first.
  ///   - look: Appearance of each style.
  /// - Throws: ``ScreenError``; the terminal is then unchanged.
  public init(
    terminal: ScreenTerminal = .standard, typedAhead: [UInt8] = [],
    look: @escaping (Style) -> TextAttributes
  ) throws(ScreenError) {
    self.look = look
    self.terminal = terminal
    var outcome = BITPAL_OPENED
    handle = Self.open(terminal, &outcome)
    guard handle == nil else {
      for scalar in String(decoding: typedAhead, as: UTF8.self).unicodeScalars {
        decoder.decode(.character(scalar), size: size)
      }
      return
    }
    throw ScreenError(outcome, terminal: terminal.name ?? Self.environmentName)
  }

  /// Why a screen cannot be shown on a terminal, according to the system's terminfo.
  ///
  /// - Parameter name: The terminfo name, as in `TERM`.
  /// - Returns: `nil` if one can be shown.
  public static func refusal(of name: String) -> ScreenError? {
    let outcome = bitpal_check_terminal(name, STDOUT_FILENO)
    return outcome == BITPAL_OPENED ? nil : ScreenError(outcome, terminal: name)
  }

  /// A terminfo name that the system knows and that suits a terminal it does not know, judging by
  /// the terminal's name alone; `nil` if there is none.
  ///
  /// - Parameter name: The terminfo name, as in `TERM`.
  public static func knownName(for name: String) -> String? {
    guard refusal(of: name) == .unknownTerminal(name: name) else { return nil }
    return TerminalFamily.fallbacks(for: name).first { refusal(of: $0) == nil }
  }

  deinit { close() }

  /// Restores the terminal; a second call does nothing.
  ///
  /// Waits for a pending reply after clearing the screen; otherwise the shell would read it as
  /// input.
  public func close() {
    guard let handle else { return }
    self.handle = nil
    guard let asked, decoder.awaitsAnswer, let probe = TerminalProbe(awaiting: terminal.input)
    else { return bitpal_screen_close(handle) }
    bitpal_screen_leave(handle)
    probe.close(by: asked + TerminalProbe.longestAnswer) { bitpal_screen_close(handle) }
  }

  /// Asks the terminal for its background and optionally for picture support.
  ///
  /// The replies arrive as ``ScreenEvent/appearance(_:)`` and ``ScreenEvent/pictures``. Terminals
  /// that would print the query are not asked.
  public func askBackground(andPictures wantsPictures: Bool = false) {
    guard let handle, TerminalProbe.canAnswer(terminal.name ?? Self.environmentName) else { return }
    let question = wantsPictures ? TerminalReply.pictureQuestion : TerminalReply.question
    bitpal_screen_ask(handle, question, question.utf8.count)
    decoder.awaitsAnswer = true
    asked = .now
  }

  /// Whether the terminal has accepted all output; until then no grid is shown.
  public var takesFrames: Bool { handle.map(bitpal_screen_is_clear) ?? false }

  /// Whether the next grid is drawn from scratch because the terminal may have lost the last one.
  public var startsAfresh: Bool { shown == nil }

  /// The signal that asked the program to end, if any; the terminal was restored then.
  public var endingSignal: Int32? {
    let number = bitpal_ending_signal()
    return number == 0 ? nil : number
  }

  /// The current size of the terminal.
  public var size: ScreenTerminal.Size {
    guard let handle else { return ScreenTerminal.Size(columns: 0, rows: 0) }
    return ScreenTerminal.Size(
      columns: Int(bitpal_screen_columns(handle)), rows: Int(bitpal_screen_rows(handle)))
  }

  /// The terminal's color depth, by its description or ``ScreenTerminal/hasTrueColor``.
  public var colorDepth: ColorDepth {
    switch handle.map(bitpal_screen_colours) ?? 0 {
    case ..<8: .none
    case ..<16: .ansi8
    case ..<256: .ansi16
    case Int32(BITPAL_RGB): .trueColor
    default: .ansi256
    }
  }

  /// The character set of a locale, such as `UTF-8`; by default of the environment's locale.
  public static func codeset(locale: String? = nil) -> String {
    var name = [CChar](repeating: 0, count: 64)
    bitpal_codeset(locale, &name, name.count)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func open(
    _ terminal: ScreenTerminal, _ outcome: inout bitpal_outcome
  ) -> OpaquePointer? {
    let columns = Int32(clamping: terminal.fileSize?.columns ?? 0)
    let rows = Int32(clamping: terminal.fileSize?.rows ?? 0)
    func open(_ name: UnsafePointer<CChar>?, _ locale: UnsafePointer<CChar>?) -> OpaquePointer? {
      var options = bitpal_options(
        terminal: name, locale: locale, input: terminal.input, output: terminal.output,
        columns: columns, rows: rows, has_true_color: terminal.hasTrueColor)
      return bitpal_screen_open(&options, &outcome)
    }
    switch (terminal.name, terminal.locale) {
    case (nil, nil): return open(nil, nil)
    case (let name?, nil): return open(name, nil)
    case (nil, let locale?): return open(nil, locale)
    case (let name?, let locale?): return open(name, locale)
    }
  }

  static var environmentName: String {
    getenv("TERM").map { String(cString: $0) } ?? ""
  }
}

extension NcursesScreen {
  /// Shows a grid in the top left corner; parts outside the terminal are cut, and the rest is
  /// blank.
  ///
  /// Showing the same grid again writes nothing. A grid is dropped if the terminal has not accepted
  /// the previous one: show the newest grid when ``outputDescriptor`` is ready.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - cursor: The cursor position, which screen readers and input methods follow; `nil` hides
  ///     the cursor.
  public func show(_ grid: Grid, cursor: CellPlace? = nil) {
    guard let handle, bitpal_screen_is_clear(handle) else { return }
    guard grid != shown || cursor != shownCursor else { return }
    bitpal_screen_place_cursor(handle, Int32(cursor?.column ?? -1), Int32(cursor?.row ?? -1))
    shownCursor = cursor
    let size = size
    let previous = shown?.columns == grid.columns && shown?.rows == grid.rows ? shown : nil
    var looks: [Style: TextAttributes] = [:]
    for row in 0..<size.rows {
      for column in 0..<size.columns where !isEqual(column, row, of: grid, to: previous) {
        let (cell, width) = visibleCell(column, row, of: grid, limit: size.columns)
        guard !cell.isContinuation else { continue }
        let look = looks[cell.style] ?? self.look(cell.style)
        looks[cell.style] = look
        bitpal_screen_put(
          handle, Int32(column), Int32(row), bitpal_cell(cell.scalar, look, width: width))
      }
    }
    bitpal_screen_flush(handle)
    shown = grid
  }

  /// Redraws every cell with the next grid, in case the terminal lost any.
  public func repaint() {
    guard let handle else { return }
    bitpal_screen_repaint(handle)
    shown = nil
  }

  private func isEqual(_ column: Int, _ row: Int, of grid: Grid, to previous: Grid?) -> Bool {
    guard let previous, row < grid.rows, column < grid.columns else { return false }
    return grid[column, row] == previous[column, row]
  }

  /// The cell and its width as the terminal can show it: half a wide character becomes a blank.
  private func visibleCell(
    _ column: Int, _ row: Int, of grid: Grid, limit: Int
  ) -> (cell: Cell, width: UInt8) {
    guard column < grid.columns, row < grid.rows else { return (.blank, 1) }
    let cell = grid[column, row]
    let blank = Cell(" ", cell.style)
    if cell.isContinuation {
      let hasLead = column > 0 && !grid[column - 1, row].isContinuation
      return (hasLead ? cell : blank, 1)
    }
    guard column + 1 < grid.columns, grid[column + 1, row].isContinuation else { return (cell, 1) }
    return column + 1 < limit ? (cell, 2) : (blank, 1)
  }
}

extension bitpal_cell {
  fileprivate init(_ scalar: Unicode.Scalar, _ look: TextAttributes, width: UInt8) {
    var attributes = 0
    if look.isBold { attributes |= BITPAL_BOLD }
    if look.isDim { attributes |= BITPAL_DIM }
    if look.isReversed { attributes |= BITPAL_REVERSED }
    let background = look.background?.number ?? -1
    guard let pictureCell = PicturePlace(scalar) else {
      self.init(
        scalar: scalar.value, color: look.foreground?.number ?? -1, background: background,
        attributes: UInt8(attributes), width: width, marks: (0, 0))
      return
    }
    let marks = pictureCell.marks
    self.init(
      scalar: PicturePlace.placeholder.value, color: Int32(PicturePlace.picture),
      background: background, attributes: 0, width: 1, marks: (marks.row, marks.column))
  }
}

extension TerminalColor {
  /// The palette index, or the three components combined.
  fileprivate var number: Int32 {
    switch self {
    case .ansi(let number), .indexed(let number): Int32(number)
    case .rgb(let red, let green, let blue):
      Int32(BITPAL_RGB) | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
    }
  }
}

/// A cell as stored by ncurses.
struct ShownCell: Hashable {
  var scalar: Unicode.Scalar
  var look: TextAttributes
}

extension NcursesScreen {
  /// Every cell, row by row: as rendered, or as ncurses believes it to be on the terminal.
  ///
  /// Palette colors up to 15 are returned as `.ansi`.
  func readBack(displayed: Bool) -> [ShownCell] {
    guard let handle else { return [] }
    let size = size
    return (0..<size.rows * size.columns).map { index in
      let column = Int32(index % size.columns)
      let row = Int32(index / size.columns)
      return ShownCell(bitpal_screen_read(handle, column, row, displayed))
    }
  }

  /// Resizes a screen that is a file; the event follows as on a terminal.
  func resize(columns: Int, rows: Int) {
    guard let handle else { return }
    bitpal_screen_resize(handle, Int32(columns), Int32(rows))
  }
}

extension TerminalColor {
  fileprivate init?(number: Int32) {
    guard number >= 0 else { return nil }
    if number >= Int32(BITPAL_RGB) {
      func part(_ shift: Int32) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
      self = .rgb(part(16), part(8), part(0))
    } else {
      let index = UInt8(truncatingIfNeeded: number)
      self = index < 16 ? .ansi(index) : .indexed(index)
    }
  }
}

extension ShownCell {
  fileprivate init(_ cell: bitpal_cell) {
    let attributes = Int(cell.attributes)
    scalar = Unicode.Scalar(cell.scalar) ?? "\u{FFFD}"
    look = TextAttributes(
      foreground: TerminalColor(number: cell.color),
      background: TerminalColor(number: cell.background),
      isBold: attributes & BITPAL_BOLD != 0,
      isDim: attributes & BITPAL_DIM != 0,
      isReversed: attributes & BITPAL_REVERSED != 0)
  }
}

extension NcursesScreen {
  /// Descriptors to wait for; one is readable when ``nextEvent()`` may have an event.
  public var descriptors: [Int32] {
    guard let handle else { return [] }
    return [bitpal_screen_input_descriptor(handle), bitpal_screen_wake_descriptor(handle)]
  }

  /// Becomes writable when the terminal accepts more pending output; nil if there is none.
  public var outputDescriptor: Int32? {
    guard let handle else { return nil }
    let descriptor = bitpal_screen_output_descriptor(handle)
    return descriptor < 0 ? nil : descriptor
  }

  /// Returns the next event, or nil immediately if there is none.
  ///
  /// Read until nil, then wait for ``descriptors``. After `.closed`, it always returns `.closed`.
  public func nextEvent() -> ScreenEvent? {
    guard let handle else { return .closed }
    while true {
      if let event = decoder.next() { return event }
      let event = RawEvent(bitpal_screen_next_event(handle))
      if event == .resize { shown = nil }
      decoder.decode(event, size: size)
      if event == .nothing { return decoder.next() }
    }
  }

  /// Enables or disables mouse reporting; if disabled, the terminal selects text as usual.
  public func setMouse(_ isOn: Bool) {
    guard let handle else { return }
    bitpal_screen_set_mouse(handle, isOn)
  }

  /// Sends a sequence that neither draws nor moves the cursor, such as a bell.
  public func send(_ sequence: String) {
    guard let handle, !sequence.isEmpty else { return }
    bitpal_screen_ask(handle, sequence, sequence.utf8.count)
  }

  /// Copies text to the clipboard through the terminal (OSC 52); false if that is impossible.
  @discardableResult
  public func copyToClipboard(_ text: String) -> Bool {
    guard let handle else { return false }
    let encoded = base64(Array(text.utf8))
    return bitpal_screen_copy_base64(handle, encoded, encoded.utf8.count)
  }
}
