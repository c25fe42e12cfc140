/// A row that an import left behind because it was refused, and what it is known by when it comes
/// in after all.
public struct RowLeftBehind: Equatable, Sendable {
  /// The name of its file.
  public var file: String
  /// The coins that it would have moved.
  public var coins: [String]
  /// Digests of the row as it was refused, now and before.
  public var digests: Set<String>
  /// How many rows of its file came in that differ from it in one cell alone, by the digest of the
  /// others: where a file has more of them, one of those is the row, corrected.
  public var traces: [String: Int]

  /// Makes one of what was kept.
  public init(file: String, coins: [String], digests: Set<String>, traces: [String: Int]) {
    (self.file, self.coins, self.digests, self.traces) = (file, coins, digests, traces)
  }
}

extension ImportPlan {
  /// So many rows of a file are kept one by one; every report reads them.
  static let mostLeftBehind = 200

  /// The refused rows that would have moved coins, where it is known which; those of a file that has
  /// too many as one, which is known by the file's name alone.
  public func rowsLeftBehind(of files: [ImportFile]) -> [RowLeftBehind] {
    var rows: [RowLeftBehind] = []
    let byFile = Dictionary(grouping: refused, by: \.source.file)
    let names = Set(files.map(\.name)).union(byFile.keys)
    for name in names.sorted() {
      let lost = (byFile[name] ?? []).compactMap { row -> (RowSource, [String])? in
        guard let coins = incompleteCoinsByRow[row.source.rowPlace] else { return nil }
        return (row.source, coins)
      }
      guard !lost.isEmpty else { continue }
      guard lost.count <= Self.mostLeftBehind else {
        let coins = Set(lost.flatMap(\.1)).sorted()
        rows.append(RowLeftBehind(file: name, coins: coins, digests: [], traces: [:]))
        continue
      }
      let file = files.first { $0.name == name }
      let traces = lost.map { source, _ in file?.traces(of: source) ?? [] }
      let counts = file.map { self.counts(of: Set(traces.joined()), in: $0) } ?? [:]
      for ((source, coins), traces) in zip(lost, traces) {
        let digests = [source.digest, source.refused].compactMap { $0?.text }
        let pairs = traces.map { ($0, counts[$0] ?? 0) }
        rows.append(
          RowLeftBehind(
            file: name, coins: coins, digests: Set(digests),
            traces: Dictionary(pairs) { first, _ in first }))
      }
    }
    return rows
  }

  /// Which of some rows that were left behind files have now, as they were or corrected, and none of
  /// them refused.
  public func brings(_ rows: [RowLeftBehind], in files: [ImportFile]) -> [Bool] {
    var digests = Set(mended.map(\.refused))
    var counts: [String: Int] = [:]
    let wanted = Set(rows.lazy.flatMap(\.traces.keys))
    for file in files {
      for reading in taken(of: file) {
        for source in [reading.source] + (reading.group?.rows.map(\.record.source) ?? []) {
          digests.insert(source.digest.text)
          if let refused = source.refused { digests.insert(refused.text) }
        }
      }
      // Of files that overlap each has a row once.
      counts.merge(self.counts(of: wanted, in: file), uniquingKeysWith: max)
    }
    return rows.map { row in
      !digests.isDisjoint(with: row.digests)
        || row.traces.contains { trace, count in counts[trace, default: 0] > count }
    }
  }

  /// The rows of a file that are not refused.
  private func taken(of file: ImportFile) -> [Reading] {
    let places = Set(refused.lazy.filter { $0.source.file == file.name }.map(\.source.rowPlace))
    return file.readings.filter { reading in
      if case .refused = reading { return false }
      return !places.contains(reading.source.rowPlace)
    }
  }

  /// How often rows of a file that are not refused have some of the traces.
  private func counts(of wanted: Set<String>, in file: ImportFile) -> [String: Int] {
    guard !wanted.isEmpty else { return [:] }
    var counts: [String: Int] = [:]
    for reading in taken(of: file) {
      for trace in file.traces(of: reading.source) where wanted.contains(trace) {
        counts[trace, default: 0] += 1
      }
    }
    return counts
  }
}

extension ImportFile {
  /// Digests of a row's cells without one each; none where the row's text is not all of it.
  fileprivate func traces(of source: RowSource) -> [String] {
    guard let header else { return [] }
    var cells: [String]
    do {
      var reader = CSVReader(Array(source.text.utf8), delimiter: UInt8(ascii: header.delimiter))
      guard let row = try reader.next() else { return [] }
      cells = row.cells.map(\.trimmed)
    } catch {
      return []
    }
    if let reason = header.columns.firstIndex(of: reasonColumn), reason < cells.count {
      cells.remove(at: reason)
    }
    guard cells.count > 2 else { return [] }
    return cells.indices.map { place in
      var others = cells
      // No text holds this, so that it is the same in this place alone.
      others[place] = "\u{0}"
      return String(RowDigest(cells: others).text.prefix(16))
    }
  }
}
