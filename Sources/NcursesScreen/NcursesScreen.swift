import CScreen
public import CellGrid
import Glibc

/// The terminal, taken over by ncurses: a grid goes out, keys and the mouse come in.
///
/// One screen at a time, made and used on one thread. The terminal is given back by ``close()``,
/// when the screen is released, at exit, and by any signal that ends the program.
public final class NcursesScreen {
  /// What each style looks like at ``colorDepth``; a new value is seen with the next grid.
  public var look: (Style) -> TextAttributes {
    didSet { shown = nil }
  }

  private let terminal: ScreenTerminal
  /// When the terminal was asked for its background.
  private var asked: ContinuousClock.Instant?
  var handle: OpaquePointer?
  var decoder = EventDecoder()
  /// What the terminal shows; nil when it must be drawn from scratch.
  var shown: Grid?
  /// Where the cursor is shown.
  var shownCursor: CellPlace?

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - terminal: Where.
  ///   - typedAhead: Keys read before, by ``TerminalProbe``; they come first.
  ///   - look: What each style looks like.
  /// - Throws: ``ScreenError``; the terminal is then as it was.
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

  /// Why no screen can be shown on a kind of terminal, as far as the system's terminfo knows it.
  ///
  /// - Parameter name: The terminfo name, as in `TERM`.
  /// - Returns: `nil` when one can be shown.
  public static func refusal(of name: String) -> ScreenError? {
    let outcome = bitpal_check_terminal(name, STDOUT_FILENO)
    return outcome == BITPAL_OPENED ? nil : ScreenError(outcome, terminal: name)
  }

  /// A name that the system's terminfo knows and that describes a terminal whose own name it does
  /// not know, as far as that name alone shows; `nil` where there is none.
  ///
  /// - Parameter name: The terminfo name, as in `TERM`.
  public static func knownName(for name: String) -> String? {
    guard refusal(of: name) == .unknownTerminal(name: name) else { return nil }
    return TerminalFamily.fallbacks(for: name).first { refusal(of: $0) == nil }
  }

  deinit { close() }

  /// Gives the terminal back as it was found; a second call does nothing.
  ///
  /// An answer that is still to come is waited for once the picture is gone, or the shell would
  /// read it as typed.
  public func close() {
    guard let handle else { return }
    self.handle = nil
    guard let asked, decoder.awaitsAnswer, let probe = TerminalProbe(awaiting: terminal.input)
    else { return bitpal_screen_close(handle) }
    bitpal_screen_leave(handle)
    probe.close(by: asked + TerminalProbe.longestAnswer) { bitpal_screen_close(handle) }
  }

  /// Asks the terminal for its background and perhaps for pictures; the answers come as
  /// ``ScreenEvent/appearance(_:)`` and ``ScreenEvent/pictures``.
  ///
  /// A terminal that would print the question is not asked.
  public func askBackground(andPictures wantsPictures: Bool = false) {
    guard let handle, TerminalProbe.canAnswer(terminal.name ?? Self.environmentName) else { return }
    let question = wantsPictures ? TerminalReply.pictureQuestion : TerminalReply.question
    bitpal_screen_ask(handle, question, question.utf8.count)
    decoder.awaitsAnswer = true
    asked = .now
  }

  /// Whether the terminal has taken all that was sent; until then no grid is shown.
  public var takesFrames: Bool { handle.map(bitpal_screen_is_clear) ?? false }

  /// Whether the next grid is drawn from scratch, because the terminal may have lost the last.
  public var startsAfresh: Bool { shown == nil }

  /// The signal that asked the program to end, if one did; the terminal was given back then.
  public var endingSignal: Int32? {
    let number = bitpal_ending_signal()
    return number == 0 ? nil : number
  }

  /// Columns and rows of the terminal now.
  public var size: ScreenTerminal.Size {
    guard let handle else { return ScreenTerminal.Size(columns: 0, rows: 0) }
    return ScreenTerminal.Size(
      columns: Int(bitpal_screen_columns(handle)), rows: Int(bitpal_screen_rows(handle)))
  }

  /// How many colors the terminal shows, by its description or ``ScreenTerminal/hasTrueColor``.
  public var colorDepth: ColorDepth {
    switch handle.map(bitpal_screen_colours) ?? 0 {
    case ..<8: .none
    case ..<16: .ansi8
    case ..<256: .ansi16
    case Int32(BITPAL_RGB): .trueColor
    default: .ansi256
    }
  }

  /// The character set of a locale, such as `UTF-8`; by default of the environment's.
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
