import FoundationEssentials
import ImportText
import Portfolio

/// How rows are read that explain one another by more than one sum.
struct RowsTogether: Sendable {
  /// Begins to read some of them.
  let reader: @Sendable () -> RecordReader
  /// The places of those that mean something else if a file ends between them and others, by
  /// whether a row is the first or the last of its file.
  var unsure: (@Sendable ([Movement], (Movement) -> Bool) -> Set<Int>)?

  /// What rows of several files say together, those refused that lack others still.
  ///
  /// - Parameter isAtEdge: Whether a row is the first or the last of its file.
  static func readings(of rows: [Movement], isAtEdge: (Movement) -> Bool) -> [Reading] {
    let readings = MovementGroups.readings(of: rows)
    let unsure = rows.first?.together?.unsure?(rows) { row in
      isAtEdge(row) && rows.allSatisfy { $0.date != row.date || $0.file == row.file }
    }
    guard let unsure, let group = readings.first?.group else { return readings }
    return zip(rows.indices, readings).map { place, reading in
      unsure.contains(place) ? rows[place].halfATrade(reading.source).made(of: group) : reading
    }
  }

  /// What rows say together: one reading for each of them.
  func readings(of rows: [Movement]) -> [Reading] {
    let reader = reader()
    var readings: [Reading] = []
    for row in rows { reader.read(row.record) { readings.append($0) } }
    reader.finish { readings.append($0) }
    return rows.map { row in
      let source = row.record.source
      return readings.first { $0.source == source } ?? row.leftOut(.repeated)
    }
  }
}

extension RecordReader {
  /// The same reader; rows that explain one another wait for the end of the file, or for another
  /// file that has more of them.
  ///
  /// - Parameter part: What such a row moves, with its key, by what it says itself; `nil` for any
  ///   other.
  func joining(
    _ together: RowsTogether, _ part: @escaping (Reading, CSVRecord) -> Movement?
  ) -> RecordReader {
    let groups = MovementGroups()
    return RecordReader(
      read: { record, hand in
        read(record) { reading in
          guard let movement = part(reading, record) else { return hand(reading) }
          groups.add(movement.joining(together), key: movement.key)
        }
      },
      finish: { hand in
        finish(hand)
        groups.finish(hand)
      })
  }
}

extension Movement {
  /// What a row moves by what it says itself; `nil` where it says nothing.
  init?(_ reading: Reading, of record: CSVRecord, key: String) {
    switch reading {
    case .trade(let facts):
      guard let side = facts.received ?? facts.spent else { return nil }
      self.init(
        record: record, date: facts.date, asset: side.asset,
        change: facts.received == nil ? -side.amount : side.amount)
      reference = facts.reference
    case .move(let facts):
      self.init(
        record: record, date: facts.date, asset: facts.quantity.asset,
        change: facts.quantity.amount)
      reference = facts.reference
    case .entry, .record, .leftOut, .refused: return nil
    }
    self.key = key
  }

  /// A row of a trade whose other side is not there.
  func halfATrade(_ source: RowSource) -> Reading {
    .refused(RefusedRow(source: source, reason: .halfATrade(asset.name)))
  }

  /// The same, read with others.
  func joining(_ together: RowsTogether) -> Movement {
    var movement = self
    movement.together = together
    movement.id = record.source.digest.text
    return movement
  }
}

extension TradeGroup {
  /// Rows of one key that only their reader explains.
  convenience init(
    _ records: [CSVRecord], of facts: TradeFacts, key: String, _ together: RowsTogether
  ) {
    self.init(
      records.compactMap { record in
        Movement(.trade(facts), of: record, key: key)?.joining(together)
      })
  }
}
