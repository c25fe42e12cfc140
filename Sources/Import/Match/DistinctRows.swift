import Exact

extension ScopeDerivation {
  /// The rows of one form without repetitions across its files.
  ///
  /// Rows with an id occur once per id; of an order, the report with the most fills is kept. Of
  /// other rows with equal cells and one instant, those of the file that has the most are kept. Rows
  /// that a spreadsheet saved with less precise times or fewer digits are matched with the finer
  /// rows.
  func distinctRows(_ rows: [Movement], form: Int) -> [Movement] {
    var distinct: [Movement] = []
    var levels: [[Movement]] = [[], [], [], []]
    var indices: [RowKey: Int] = [:]
    let orderIDs = orderIDs(in: rows)
    for row in rows.sorted(by: isFiner) {
      if let id = rowID(of: row, form: form) ?? row.ids.first(where: orderIDs.contains) {
        let key = RowKey(id: id, part: row.part, role: row.role)
        if indices.isEmpty { indices.reserveCapacity(rows.count) }
        guard let index = indices[key] else {
          indices[key] = distinct.count
          distinct.append(row)
          continue
        }
        // An older export has an open order with only part of its fills.
        let isMore =
          isOrder(row) && row.amount.value.magnitude > distinct[index].amount.value.magnitude
        let (kept, copy) = isMore ? (row, distinct[index]) : (distinct[index], row)
        kept.attachCopy(copy)
        distinct[index] = kept
      } else {
        let isCoarse = coverage.isCoarse(file: row.origin.file)
        let isRounded = !row.amount.tolerance.isZero || !(row.counter?.tolerance.isZero ?? true)
        levels[(isCoarse ? 2 : 0) + (isRounded ? 1 : 0)].append(row)
      }
    }
    for (level, rows) in levels.enumerated() {
      var rows = rowsOfFullestFile(rows) { $0.cells }
      if traits[form].filesRepeatTrades {
        rows = rowsOfFullestFile(rows) { $0.tradeText }
      }
      if level == 0 { distinct += rows } else { addCoarse(rows, to: &distinct) }
    }
    return distinct.sorted(by: precedes)
  }

  /// Of rows with equal texts and one instant, those of the file with the most.
  ///
  /// - Parameter text: What is equal in rows of the same event, except the instant; `nil` for a row
  ///   that no other file has.
  private func rowsOfFullestFile(
    _ rows: [Movement], with text: (Movement) -> String?
  ) -> [Movement] {
    guard let file = rows.first?.origin.file, rows.contains(where: { $0.origin.file != file })
    else { return rows }
    var ofInstant: [FileInstant: Int] = [:]
    for row in rows { ofInstant[FileInstant(row), default: 0] += 1 }
    let groups = Dictionary(grouping: rows) { row in
      text(row).map {
        RowKey(
          id: RowID(space: .hash, value: $0), part: row.part, role: row.role,
          instant: row.instant.at)
      }
    }
    return groups.flatMap { key, equal -> [Movement] in
      guard key != nil, equal.count > 1 else { return equal }
      let files = Dictionary(grouping: equal, by: \.origin.file)
      // On a tie, prefer the file with more rows at the instant: the rows of one trade should come
      // from one file, whose order shows which belong together.
      func rank(_ file: (key: Int, value: [Movement])) -> (Int, Int, Int) {
        (file.value.count, ofInstant[FileInstant(file.value[0])] ?? 0, -file.key)
      }
      guard files.count > 1, let most = files.max(by: { rank($0) < rank($1) }) else {
        return equal
      }
      for (file, copies) in files where file != most.key {
        for (kept, copy) in zip(most.value, copies) { kept.attachCopy(copy) }
      }
      return most.value
    }
  }

  /// Adds the rows of coarse copies that no finer row reports.
  private func addCoarse(_ rows: [Movement], to distinct: inout [Movement]) {
    guard !rows.isEmpty else { return }
    let settings = MatchSettings(coverage: coverage, traits: traits, isSameForm: true)
    let pairing = pair(rows, with: distinct, settings: settings) { row, other in
      // A sum of trades is not a copy of a trade, and equal rows of one file are distinct.
      self.isOrder(row) == self.isOrder(other) && row.origin.file != other.origin.file
        && !other.evidence.otherFiles.contains(row.origin.file)
    }
    for (row, other) in zip(pairing.seekers, pairing.partners) {
      if let other { other.attachCopy(row) } else { distinct.append(row) }
    }
  }

  /// The id that makes a row of a form unique.
  private func rowID(of row: Movement, form: Int) -> RowID? {
    let spaces = traits[form].idSpaces
    return row.ids.first { $0.space.kind == .row && spaces.contains($0.space) }
  }

  /// The ids of orders that several files of a form report, each in one row.
  private func orderIDs(in rows: [Movement]) -> Set<RowID> {
    guard let file = rows.first?.origin.file, rows.contains(where: { $0.origin.file != file })
    else { return [] }
    var reports: [RowID: [Movement]] = [:]
    for row in rows where isOrder(row) {
      for id in row.ids where id.space.kind == .order { reports[id, default: []].append(row) }
    }
    return Set(
      reports.lazy.filter { _, rows in
        rows.count > 1 && Set(rows.map(\.origin.file)).count == rows.count
          && self.areOfOneStart(rows)
      }.map(\.key))
  }

  /// Whether orders may have been placed at one instant, as far as their clocks tell.
  private func areOfOneStart(_ orders: [Movement]) -> Bool {
    let starts = orders.compactMap { order in order.start.map { $0..<($0 + order.instant.width) } }
    guard let last = starts.map(\.lowerBound).max() else { return true }
    return starts.allSatisfy { last < $0.upperBound }
  }

  /// Orders by clock, finest first, then by digits, most first.
  private func isFiner(_ left: Movement, _ right: Movement) -> Bool {
    if left.instant.width != right.instant.width { return left.instant.width < right.instant.width }
    if left.amount.tolerance != right.amount.tolerance {
      return left.amount.tolerance < right.amount.tolerance
    }
    return precedes(left, right)
  }
}

/// The rows of one instant in one file.
private struct FileInstant: Hashable {
  let file: Int
  let instant: Int64

  init(_ row: Movement) { (file, instant) = (row.origin.file, row.instant.at) }
}

/// The key shared by equal rows of one form.
private struct RowKey: Hashable {
  let id: RowID
  let part: Int
  let role: Role
  /// The instant, if no id identifies the row.
  var instant: Int64?
}

extension Movement {
  /// The amounts of a trade and its fee; `nil` for other rows, and for sums of trades, which
  /// replace none.
  fileprivate var tradeText: String? {
    guard role == .trade, start == nil else { return nil }
    return [amount, counter, fee].map { $0.map { "\($0.value) \($0.asset)" } ?? "" }
      .joined(separator: "|")
  }

  /// Adds the evidence of a row of the same form.
  fileprivate func attachCopy(_ copy: Movement) {
    evidence.enriching += copy.evidence.all
    evidence.otherFiles.append(copy.origin.file)
    evidence.otherFiles += copy.evidence.otherFiles
  }
}
