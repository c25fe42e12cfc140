import CellGrid

/// Combines raw events: pastes into one text, and replies of the terminal into their meaning.
///
/// Sequences unknown to ncurses arrive as Escape and separate characters. If treated as keys, a
/// reply of the terminal would leave a form and type into the next one.
struct EventDecoder {
  /// Whether the terminal was asked for its background and the reply is incomplete.
  var awaitsAnswer = false
  private var ready: [ScreenEvent] = []
  private var sequence: [Unicode.Scalar] = []
  private var paste: String?
  /// Whether the last part of a paste was an Escape.
  private var mayBeKey = false

  /// More than any useful paste; the rest of a longer one is dropped.
  static let pasteLimit = 65_536
  private static let sequenceLimit = 256
  private static let escape: Unicode.Scalar = "\u{1B}"

  /// Returns the next complete event.
  mutating func next() -> ScreenEvent? {
    ready.isEmpty ? nil : ready.removeFirst()
  }

  /// Decodes a raw event; a resize needs the new size, so the screen reports it.
  mutating func decode(_ event: RawEvent, size: ScreenTerminal.Size) {
    if case .character(let scalar) = event {
      decode(scalar)
      return
    }
    if event == .nothing, awaitsRest { return }
    if mayBeKey { endEscapedPaste(by: event) }
    typeOutSequence()
    switch event {
    case .key(let key): if paste == nil { ready.append(.key(key)) }
    case .mouse(let mouse): ready.append(.mouse(mouse))
    case .resize: ready.append(.resize(columns: size.columns, rows: size.rows))
    case .focus(let isFocused): ready.append(.focus(isFocused))
    case .appearance(let appearance): ready.append(.appearance(appearance))
    case .pasteBegins: paste = ""
    case .pasteEnds: endPaste()
    case .closed:
      endPaste()
      ready.append(.closed)
    case .nothing, .ignored, .character: break
    }
  }

  private mutating func decode(_ scalar: Unicode.Scalar) {
    if paste != nil {
      extendPaste(scalar)
    } else if sequence.isEmpty, scalar == Self.escape {
      sequence = [scalar]
    } else if sequence.isEmpty {
      type(scalar)
    } else {
      extendSequence(scalar)
    }
  }

  // MARK: Sequences

  /// Whether a report is incomplete, so that its rest must not become keys.
  private var awaitsRest: Bool {
    let answers = awaitsAnswer ? ["\u{1B}]", "\u{1B}[", "\u{1B}_G"] : []
    let starts = ["\u{1B}]11", "\u{1B}[?", "\u{1B}[<"] + answers
    return starts.contains { sequence.starts(with: $0.unicodeScalars) }
  }

  private mutating func extendSequence(_ scalar: Unicode.Scalar) {
    let isString = sequence.count > 1 && (sequence[1] == "]" || sequence[1] == "_")
    if scalar == Self.escape, !isString {
      typeOutSequence()
      sequence = [scalar]
      return
    }
    sequence.append(scalar)
    guard sequence.count > 2 else {
      // A reply about pictures starts like Alt and a key.
      if !["[", "]", "O"].contains(scalar), !(awaitsAnswer && scalar == "_") { typeOutSequence() }
      return
    }
    let isComplete: Bool
    switch sequence[1] {
    case "[": isComplete = (0x40...0x7E).contains(scalar.value)
    case "]", "_":
      isComplete =
        scalar == "\u{07}" || sequence.suffix(2).elementsEqual([Self.escape, "\\"])
    default: isComplete = true
    }
    if isComplete {
      let finished = sequence
      sequence = []
      interpret(finished)
    } else if sequence.count > Self.sequenceLimit {
      sequence = []
    }
  }

  /// Interprets a sequence unknown to terminfo; only replies, mouse events and cursor keys matter.
  private mutating func interpret(_ sequence: [Unicode.Scalar]) {
    let reply = TerminalReply(Array(String(String.UnicodeScalarView(sequence)).utf8))
    if reply.appearance != .unknown { ready.append(.appearance(reply.appearance)) }
    if reply.hasKittyPictures { ready.append(.pictures) }
    if reply.isComplete { awaitsAnswer = false }
    guard sequence[1] != "]", sequence[1] != "_", let last = sequence.last else { return }
    if sequence[2] == "<" {
      if last == "M", let mouse = Self.mouse(sequence) { ready.append(.mouse(mouse)) }
    } else if let key = Self.cursorKeys[last] {
      ready.append(.key(key))
    }
  }

  /// Parses `ESC [ < button ; column ; row M`; positions start at 1.
  private static func mouse(_ sequence: [Unicode.Scalar]) -> MouseEvent? {
    let numbers = String(String.UnicodeScalarView(sequence.dropFirst(3).dropLast()))
      .split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    return MouseEvent(code: numbers[0], column: numbers[1] - 1, row: numbers[2] - 1)
  }

  /// The final character of cursor keys, in every mode and with every modifier.
  private static let cursorKeys: [Unicode.Scalar: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
  ]

  /// Reports an apparent sequence as the keys it consists of.
  private mutating func typeOutSequence() {
    let typed = sequence
    sequence = []
    for scalar in typed { type(scalar) }
  }

  // MARK: Keys

  private mutating func type(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x08, 0x7F: ready.append(.key(.backspace))
    case 0x09: ready.append(.key(.tab))
    case 0x0A, 0x0D: ready.append(.key(.enter))
    case 0x1B: ready.append(.key(.escape))
    case 0x00...0x1F:
      let letter = Character(Unicode.Scalar(UInt8(scalar.value) + 0x40))
      ready.append(.key(.ctrl(Character(letter.lowercased()))))
    case 0x80...0x9F: break
    default: ready.append(.text(Character(scalar)))
    }
  }

  // MARK: Pastes

  private mutating func extendPaste(_ scalar: Unicode.Scalar) {
    mayBeKey = scalar == Self.escape
    switch scalar {
    case "\r", "\n": paste?.append("\n")
    case "\t": paste?.append("\t")
    default:
      guard scalar.properties.generalCategory != .control else { return }
      if let length = paste?.utf8.count, length < Self.pasteLimit {
        paste?.unicodeScalars.append(scalar)
      }
    }
  }

  /// Ends a paste whose end mark was lost when the user presses Escape.
  ///
  /// Nothing follows such a key immediately; a pasted Escape must not turn the rest of the paste
  /// into keys.
  private mutating func endEscapedPaste(by event: RawEvent) {
    mayBeKey = false
    if event == .nothing { endPaste() }
  }

  private mutating func endPaste() {
    if let text = paste { ready.append(.paste(text)) }
    paste = nil
  }
}
