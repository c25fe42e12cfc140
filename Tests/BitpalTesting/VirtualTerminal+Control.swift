extension VirtualTerminal {
  /// Performs a control sequence; returns false if it is unknown.
  mutating func perform(_ sequence: String) -> Bool {
    guard let final = sequence.last else { return false }
    var body = sequence.dropLast()
    let mark = body.first.flatMap { "?!>".contains($0) ? $0 : nil }
    if mark != nil { body = body.dropFirst() }
    let parts = body.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = parts.map { $0.isEmpty ? nil : Int($0) }
    guard zip(parts, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return false }
    let count = max(1, numbers.first.flatMap { $0 } ?? 1)
    switch (mark, final) {
    case (nil, "m"): return write(with: numbers.map { $0 ?? 0 })
    case ("?", "h"), ("?", "l"), (nil, "h"), (nil, "l"):
      return setModes(numbers, mark: mark, isOn: final == "h")
    case (nil, "t"), ("?", "c"): return body == "22;0;0" || body == "23;0;0" || mark == "?"
    case (nil, _): return move(final, count, numbers) || edit(final, count, numbers)
    default: return false
    }
  }

  private static let knownModes: Set<String> = [
    "?1", "?7", "?12", "?25", "?1000", "?1002", "?1004", "?1006", "?1049", "?2004", "?2026",
    "?2031", "4", "34",
  ]

  private mutating func setModes(_ numbers: [Int?], mark: Character?, isOn: Bool) -> Bool {
    for number in numbers {
      guard let number else { return false }
      let name = "\(mark.map(String.init) ?? "")\(number)"
      guard Self.knownModes.contains(name) else { return false }
      if isOn { modes.insert(name) } else { modes.remove(name) }
    }
    return true
  }

  private mutating func move(_ final: Character, _ count: Int, _ numbers: [Int?]) -> Bool {
    switch final {
    case "A": move(to: column, max(0, row - count))
    case "B": move(to: column, min(rows - 1, row + count))
    case "C": move(to: min(columns - 1, column + count), row)
    case "D": move(to: max(0, column - count), row)
    case "G": move(to: min(columns, count) - 1, row)
    case "d": move(to: column, min(rows, count) - 1)
    case "Z": move(to: max(0, ((column + 7) / 8 - count) * 8), row)
    case "H":
      let target = numbers.count > 1 ? numbers[1] ?? 1 : 1
      move(to: min(columns, max(1, target)) - 1, min(rows, count) - 1)
    case "r":
      // Terminals clamp a region that extends past the last row.
      let end = min(rows, numbers.count > 1 ? numbers[1] ?? rows : rows)
      guard count < end else { return false }
      region = (count - 1)...(end - 1)
      move(to: 0, 0)
    default: return false
    }
    return true
  }

  private mutating func edit(_ final: Character, _ count: Int, _ numbers: [Int?]) -> Bool {
    let kind = numbers.first.flatMap { $0 } ?? 0
    switch (final, kind) {
    case ("J", 0):
      erase(column..<columns, row)
      for row in (row + 1)..<max(row + 1, rows) { erase(0..<columns, row) }
    case ("J", 2): for row in 0..<rows { erase(0..<columns, row) }
    case ("K", 0): erase(column..<columns, row)
    case ("K", 1): erase(0..<(column + 1), row)
    case ("X", _): erase(column..<min(columns, column + count), row)
    case ("P", _): shift(by: -count)
    case ("@", _): shift(by: count)
    case ("L", _): scroll(by: -count, from: row)
    case ("M", _): scroll(by: count, from: row)
    case ("S", _): scroll(by: count)
    case ("T", _): scroll(by: -count)
    case ("b", _): for _ in 0..<count { put(last) }
    default: return false
    }
    isWrapPending = false
    return true
  }

  mutating func move(to column: Int, _ row: Int) {
    self.column = column
    self.row = row
    isWrapPending = false
  }

  mutating func lineFeed() {
    isWrapPending = false
    if row == region.upperBound { scroll(by: 1) } else { row = min(rows - 1, row + 1) }
  }

  /// Blanks cells, and the other half of a wide character that is cut.
  mutating func erase(_ range: Range<Int>, _ row: Int) {
    guard !range.isEmpty else { return }
    if screen[row][range.lowerBound].scalar == "\0" { screen[row][range.lowerBound - 1] = Spot() }
    if range.upperBound < columns, screen[row][range.upperBound].scalar == "\0" {
      screen[row][range.upperBound] = Spot()
    }
    for column in range { screen[row][column] = blank }
  }

  /// Erased cells have the pen's background, as in xterm.
  private var blank: Spot {
    var blank = Spot()
    blank.pen.background = pen.background
    return blank
  }

  /// Shifts the rest of the row, filling with blanks.
  private mutating func shift(by count: Int) {
    let blanks = Array(repeating: blank, count: min(abs(count), columns - column))
    // A wide character that would be cut is erased, as in terminals.
    if screen[row][column].scalar == "\0" { erase(column..<(column + 1), row) }
    var line = screen[row]
    if count < 0 {
      line.removeSubrange(column..<(column + blanks.count))
      line += blanks
    } else {
      line.insert(contentsOf: blanks, at: column)
      line.removeLast(blanks.count)
      if columns > line.count { line.append(Spot()) }
    }
    if line[column].scalar == "\0" { line[column] = Spot() }
    screen[row] = line
    halveLastColumn()
  }

  /// A wide character whose right half was pushed out leaves a blank.
  private mutating func halveLastColumn() {
    if isWide(screen[row][columns - 1].scalar) { screen[row][columns - 1] = Spot() }
  }

  mutating func scroll(by count: Int, from first: Int? = nil) {
    let top = first ?? region.lowerBound
    guard region.contains(top) else { return }
    let height = region.upperBound - top + 1
    let blank = Array(repeating: blank, count: columns)
    for _ in 0..<min(abs(count), height) {
      if count > 0 {
        screen.remove(at: top)
        screen.insert(blank, at: region.upperBound)
      } else {
        screen.remove(at: region.upperBound)
        screen.insert(blank, at: top)
      }
    }
  }

  private mutating func write(with codes: [Int]) -> Bool {
    var codes = codes[...]
    if codes.isEmpty { codes = [0] }
    while let code = codes.popFirst() {
      switch code {
      case 0: pen = Pen(link: pen.link)
      case 1: pen.isBold = true
      case 2: pen.isDim = true
      case 7: pen.isReversed = true
      case 22: (pen.isBold, pen.isDim) = (false, false)
      case 27: pen.isReversed = false
      case 30...37: pen.ink = .palette(code - 30)
      case 90...97: pen.ink = .palette(code - 82)
      case 39: pen.ink = nil
      case 40...47: pen.background = .palette(code - 40)
      case 100...107: pen.background = .palette(code - 92)
      case 49: pen.background = nil
      // Selects the Linux console's primary font.
      case 10: break
      case 38, 48:
        guard let ink = Self.ink(&codes) else { return false }
        if code == 38 { pen.ink = ink } else { pen.background = ink }
      default: return false
      }
    }
    return true
  }

  private static func ink(_ codes: inout ArraySlice<Int>) -> Ink? {
    switch codes.popFirst() {
    case 5: return codes.popFirst().map { .palette($0) }
    case 2:
      guard let red = codes.popFirst(), let green = codes.popFirst(), let blue = codes.popFirst()
      else { return nil }
      return .rgb(red, green, blue)
    default: return nil
    }
  }
}

extension VirtualTerminal.Pen {
  fileprivate init(link: String) {
    self.init()
    self.link = link
  }
}
