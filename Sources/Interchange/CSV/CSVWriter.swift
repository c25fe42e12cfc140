/// One CSV record with its line end; a cell is quoted only when it must be.
func csvLine(_ cells: [String]) -> String {
  cells.map { csvCell($0) }.joined(separator: ",") + "\n"
}

/// A cell as a CSV file holds it, quoted only when it must be.
///
/// - Parameter delimiter: What stands between cells.
func csvCell(_ text: String, quoting delimiter: Unicode.Scalar = ",") -> String {
  let mustQuote = text.unicodeScalars.contains { scalar in
    scalar == delimiter || scalar == "\"" || scalar == "\n" || scalar == "\r"
  }
  guard mustQuote else { return text }
  var quoted = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" { quoted.append("\"") }
    quoted.unicodeScalars.append(scalar)
  }
  return quoted + "\""
}
