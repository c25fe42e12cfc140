/// One CSV record with its line end; a cell is quoted only when it must be.
func csvLine(_ cells: [String]) -> String {
  cells.map(csvCell).joined(separator: ",") + "\n"
}

private func csvCell(_ text: String) -> String {
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
