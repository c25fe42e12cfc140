/// How to write the cells of a CSV file.
public enum CSVStyle: Sendable {
  /// Every cell unchanged.
  case exact
  /// For spreadsheets, which run cells with certain first characters as formulas: such cells, and
  /// cells that already begin with an apostrophe, are prefixed with an apostrophe.
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

/// A cell as written to a CSV file, quoted only if necessary.
public func csvCell(_ text: String, _ style: CSVStyle = .exact) -> String {
  var bytes: [UInt8] = []
  appendCSVCell(text, style, to: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}

/// Appends the bytes of ``csvCell(_:_:)``.
public func appendCSVCell(_ text: String, _ style: CSVStyle = .exact, to bytes: inout [UInt8]) {
  var text = style == .spreadsheet && mayBeFormula(text) ? "'" + text : text
  text.withUTF8 { cell in
    // Bytes of non-ASCII characters never match these.
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

/// The original text of a ``CSVStyle/spreadsheet`` cell.
public func withoutSafetyApostrophe(_ cell: String) -> String {
  cell.unicodeScalars.first == "'" ? String(cell.unicodeScalars.dropFirst()) : cell
}

/// Whether a spreadsheet could run a cell, or hide its leading apostrophe.
private func mayBeFormula(_ cell: String) -> Bool {
  guard let first = cell.unicodeScalars.first else { return false }
  switch first {
  case "-": return !isPlainDecimal(cell.utf8.dropFirst())
  case "=", "+", "@", "'", "\t", "\r", "\n", "\0",
    // Their full-width forms, which some localized spreadsheets accept.
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
