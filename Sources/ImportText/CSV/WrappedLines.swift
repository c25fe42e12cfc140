/// The lines in the cells of a text whose every line is one quoted cell, as spreadsheets save files
/// that they did not split into columns.
///
/// - Returns: `nil` where no line is such a cell, or the quotes do not fit.
package func unwrappedLines(of text: [UInt8]) -> [UInt8]? {
  let quote = UInt8(ascii: "\"")
  for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";")] where text.contains(quote) {
    var reader = CSVReader(text, delimiter: delimiter)
    var lines: [UInt8] = []
    var isWrapped = false
    do throws(FileTextError) {
      while let row = try reader.next() {
        let cell = row.cells.first ?? ""
        let isCell =
          row.brokenLine == nil && row.text.utf8.first == quote
          && cell.contains(where: { ",;\t".contains($0) })
          && row.cells.dropFirst().allSatisfy { $0.trimmed.isEmpty }
        lines += (isCell ? cell : row.text).utf8
        lines.append(UInt8(ascii: "\n"))
        isWrapped = isWrapped || isCell
      }
    } catch {
      continue
    }
    if isWrapped { return lines }
  }
  return nil
}

/// A text whose header has a blank before its quotes, as in `"date", "type"`, without such blanks:
/// programs that write it so mean quoted cells.
///
/// - Returns: `nil` where the header has none, or the quotes do not fit.
package func quotesWithoutBlanks(in text: [UInt8]) -> [UInt8]? {
  let (quote, blank, newline) = (UInt8(ascii: "\""), UInt8(ascii: " "), UInt8(ascii: "\n"))
  for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";")] {
    let header = text.prefix { $0 != newline }
    guard header.firstRange(of: [quote, delimiter, blank, quote]) != nil else { continue }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var (isQuoted, isFirst) = (false, true)
    for byte in text {
      if byte == quote {
        // Blanks of the text before it end with the cell's beginning.
        if !isQuoted, isFirst { while result.last == blank { result.removeLast() } }
        isQuoted.toggle()
      }
      result.append(byte)
      isFirst = !isQuoted && (byte == delimiter || byte == newline || isFirst && byte == blank)
    }
    return isQuoted ? nil : result
  }
  return nil
}
