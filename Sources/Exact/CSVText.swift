/// How the cells of a CSV file are written.
public enum CSVStyle: Sendable {
  /// Every cell as it is.
  case exact
  /// For spreadsheets, which run a cell as a formula that begins with one of some characters: an
  /// apostrophe goes before it, and before a cell that begins with an apostrophe already.
  ///
  /// Plain negative decimals stay numbers.
  case spreadsheet
}

/// One CSV record with its line end.
public func csvLine(_ cells: [String], _ style: CSVStyle = .exact) -> String {
  var bytes: [UInt8] = []
  for (index, cell) in cells.enumerated() {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    appendCSVCell(cell, style, to: &bytes)
  }
  bytes.append(UInt8(ascii: "\n"))
  return String(decoding: bytes, as: UTF8.self)
}

/// A cell as a CSV file holds it, quoted only when it must be.
public func csvCell(_ text: String, _ style: CSVStyle = .exact) -> String {
  var bytes: [UInt8] = []
  appendCSVCell(text, style, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Appends the bytes of ``csvCell(_:_:)``.
public func appendCSVCell(_ text: String, _ style: CSVStyle = .exact, to bytes: inout [UInt8]) {
  var text = style == .spreadsheet && mayBeFormula(text) ? "'" + text : text
  text.withUTF8 { cell in
    // No byte of a character beyond ASCII is one of these.
    let mustQuote = cell.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    guard mustQuote else { return bytes.append(contentsOf: cell) }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// A cell of ``CSVStyle/spreadsheet`` as it was before.
public func withoutSafetyApostrophe(_ cell: String) -> String {
  cell.unicodeScalars.first == "'" ? String(cell.unicodeScalars.dropFirst()) : cell
}

/// Whether a spreadsheet may run a cell, or takes its apostrophe for one that was added.
private func mayBeFormula(_ cell: String) -> Bool {
  guard let first = cell.unicodeScalars.first else { return false }
  switch first {
  case "-": return !isPlainDecimal(cell.utf8.dropFirst())
  case "=", "+", "@", "'", "\t", "\r", "\n", "\0",
    // The same in full width, which spreadsheets of some languages accept.
    "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}":
    return true
  default: return false
  }
}

/// Whether a text is digits, with or without a fraction.
private func isPlainDecimal(_ text: Substring.UTF8View) -> Bool {
  let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  return parts.count <= 2
    && parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
