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
  cells.map { csvCell($0, style) }.joined(separator: ",") + "\n"
}

/// A cell as a CSV file holds it, quoted only when it must be.
public func csvCell(_ text: String, _ style: CSVStyle = .exact) -> String {
  let text = style == .spreadsheet && mayBeFormula(text) ? "'" + text : text
  // No byte of a character beyond ASCII is one of these.
  let mustQuote = text.utf8.contains { byte in
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
      || byte == UInt8(ascii: "\r")
  }
  guard mustQuote else { return text }
  var quoted = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" { quoted.append("\"") }
    quoted.unicodeScalars.append(scalar)
  }
  return quoted + "\""
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
