extension ImportPlan {
  /// The refused rows of one file with its header and their reasons, to be mended and imported.
  ///
  /// - Returns: `nil` when no row of the file is refused, or it has no header.
  public func refusedRows(of file: ImportFile) -> String? {
    guard let header = file.header else { return nil }
    let delimiter = String(header.delimiter)
    var reasons: [Int: String] = [:]
    var sources: [Int: RowSource] = [:]
    for row in refused where row.source.file == file.name {
      reasons[row.source.line] = row.reason.sentence
      sources[row.source.line] = row.source
    }
    guard !sources.isEmpty else { return nil }
    // The other rows of a trade are needed to import it.
    for row in leftOut where row.source.file == file.name {
      if let line = row.firstOfTrade?.line, let reason = reasons[line] {
        sources[row.source.line] = row.source
        reasons[row.source.line] = reason
      }
    }
    var text = header.text + delimiter + reasonColumn + "\n"
    for (line, row) in sources.sorted(by: { $0.key < $1.key }) {
      let reason = (row.own ?? row.digest).behind(reasons[line] ?? "")
      text += row.text + delimiter + csvCell(reason, quoting: header.delimiter) + "\n"
    }
    return text
  }
}
