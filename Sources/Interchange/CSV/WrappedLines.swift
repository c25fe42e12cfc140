/// A text of which every line is one quoted cell, as spreadsheets save files that they did not
/// split into columns: the lines that the cells hold.
///
/// - Returns: `nil` where no line is such a cell, or the quotes do not fit.
func linesOutOfCells(of text: [UInt8]) -> [UInt8]? {
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
