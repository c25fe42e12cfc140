import FoundationEssentials
import Portfolio

/// Joins the rows of trades of which several files have a piece each.
///
/// An export may end in the middle of a trade, and the next one begin with the rest of it, or have
/// the trade whole.
func joiningPieces(_ files: [ImportFile]) -> [ImportFile] {
  guard files.count > 1 else { return files }
  var files = files
  let forms = Dictionary(grouping: files.indices) { files[$0].form }
  for places in forms.values where places.count > 1 {
    JoinedPieces(of: places.map { ($0, files[$0]) }).apply(to: &files)
  }
  return files
}

/// The rows of one form that stand otherwise where its files are one.
private struct JoinedPieces {
  /// The lines of which something else is said now, by the places of their files.
  private var lines: [Int: Set<Int>] = [:]
  private var readings: [(file: Int, reading: Reading)] = []
  /// How many milliseconds make a moment: a spreadsheet may have cut off seconds.
  private let unit: Int

  init(of files: [(place: Int, file: ImportFile)]) {
    let all = files.map { place, file in file.pieces(at: place) }
    unit = all.map(\.unitOfTime).max() ?? 1
    let pieces = all.flatMap(\.self).cutApart(to: unit)
    guard !pieces.isEmpty else { return }
    for piece in pieces { lines[piece.file, default: []].formUnion(piece.lines) }
    var rows: [String: [Movement]] = [:]
    // Whatever the order in which files are named, they make one history.
    for piece in pieces.sorted(by: { ($0.date, $0.text) < ($1.date, $1.text) }) {
      add(piece, to: &rows)
    }
    for rows in rows.values.map(\.self).joined {
      let readings = RowsTogether.readings(of: rows) { row in
        files.contains { $0.place == row.file && $0.file.edges?.contains(row) ?? false }
      }
      guard case .refused? = readings.first, rows[0].together == nil else {
        add(readings)
        continue
      }
      // Rows that do not make a trade are refused in their own files.
      for rows in Dictionary(grouping: rows, by: \.file).values {
        add(MovementGroups.readings(of: rows).map(\.withoutFeeAlone))
      }
    }
  }

  /// Puts the rows of a piece to those of its trade; what two of the files have counts once.
  private mutating func add(_ piece: Piece, to trades: inout [String: [Movement]]) {
    var others = trades
    for var row in piece.group.rows {
      row.file = piece.file
      let own = RowOfPiece(row, unit)
      if let known = others[row.key]?.firstIndex(where: { RowOfPiece($0, unit) == own }),
        let other = others[row.key]?.remove(at: known)
      {
        let reason = LeftOutReason.reportedElsewhere(other.record.source.place)
        readings.append((row.file, row.leftOut(reason)))
      } else {
        trades[row.key, default: []].append(row)
      }
    }
  }

  private mutating func add(_ readings: [Reading]) {
    guard let first = readings.first, let rows = first.group?.rows else { return }
    for (row, reading) in zip(rows, readings) {
      guard case .leftOut(let part) = reading else {
        // Those of one id are counted together, as in one file.
        self.readings.append((rows[0].file, reading))
        continue
      }
      var reading = reading
      if case .partOfTrade = part.reason, row.file != rows[0].file {
        reading = row.leftOut(.partOfTradeElsewhere(first.source.place))
      }
      self.readings.append((row.file, reading))
    }
  }

  func apply(to files: inout [ImportFile]) {
    for (file, lines) in lines {
      let own = readings.filter { $0.file == file }.map(\.reading)
      let all = files[file].readings.filter { !lines.contains($0.source.line) } + own
      // What was refused stands before all that has a date.
      let dates = all.map { $0.date ?? .distantPast }
      let inTime = all.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
      files[file].readings = inTime.map { all[$0] }
    }
  }
}

/// What a row of a trade says, whatever its cells look like, because a spreadsheet may have saved
/// one of the files anew; what has an id of its own is the same row whatever it says.
private enum RowOfPiece: Hashable {
  case known(id: String, asset: Asset)
  case stated(Figures)

  struct Figures: Hashable {
    let asset: Asset
    let account: String
    let change, fee: Decimal
    let otherFee: [Asset: Decimal]
    let moment: Int
    let reference: String
  }

  /// - Parameter unit: How many milliseconds are one moment.
  init(_ row: Movement, _ unit: Int) {
    guard row.id.isEmpty else {
      self = .known(id: row.id, asset: row.asset)
      return
    }
    self = .stated(
      Figures(
        asset: row.asset, account: row.account, change: row.change, fee: row.fee,
        otherFee: row.otherFee.map { [$0.asset: $0.amount] } ?? [:],
        moment: row.date.millisecondsSince1970 / unit, reference: row.reference))
  }
}

/// Rows of one file that may be a piece of a trade.
private struct Piece {
  let file: Int
  let group: TradeGroup
  /// Whether the end of its file may have cut it.
  let isAtEdge: Bool
  /// Whether something was given in it for what was received.
  let isTrade: Bool

  var lines: [Int] { group.rows.map(\.record.row.line) }
  var date: Date { group.rows.map(\.date).min() ?? .distantPast }
  var text: String { group.rows.first?.record.row.text ?? "" }

  /// Whether it is half of a trade whose other half may have another key.
  var isLoneHalf: Bool { group.isLoneHalf }
}

extension TradeGroup {
  /// Whether it is half of a trade whose other half may have another key.
  var isLoneHalf: Bool { rows.count == 1 && (rows[0].half != nil || rows[0].joinsNear) }
}

extension [Piece] {
  /// The finest unit of the times of a file, in milliseconds.
  fileprivate var unitOfTime: Int {
    let times = lazy.flatMap(\.group.rows).map(\.date.millisecondsSince1970)
    guard !times.isEmpty else { return 1 }
    return [60_000, 1000].first { unit in times.allSatisfy { $0 % unit == 0 } } ?? 1
  }

  /// Those that are cut off from others, or stand for the same as them.
  fileprivate func cutApart(to unit: Int) -> [Piece] {
    var places: [String: [Int]] = [:]
    for (place, piece) in enumerated() {
      for key in Set(piece.group.rows.map(\.key)) { places[key, default: []].append(place) }
    }
    var chosen: Set<Int> = []
    for (_, places) in places where places.count > 1 && map(places).isCut(to: unit) {
      chosen.formUnion(places)
    }
    let halves = indices.filter { self[$0].isLoneHalf }
    if Set(halves.map { self[$0].file }).count > 1 { chosen.formUnion(halves) }
    return chosen.sorted().map { self[$0] }
  }

  private func map(_ places: [Int]) -> [Piece] { places.map { self[$0] } }

  /// Whether pieces of one key in several files are not all the same.
  ///
  /// Where they are of one instant, which two accounts may have in common, and state no id, the end
  /// of a file has to have cut them.
  private func isCut(to unit: Int) -> Bool {
    guard Set(lazy.map(\.file)).count > 1 else { return false }
    let rows = map { piece in
      Dictionary(piece.group.rows.map { (RowOfPiece($0, unit), 1) }, uniquingKeysWith: +)
    }
    let all = rows.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: Swift.max) }
    let less = zip(self, rows).filter { $1 != all }.map(\.0)
    guard !less.isEmpty else { return false }
    let dates = Set(lazy.flatMap { $0.group.rows.map(\.date) })
    let stateOneId = allSatisfy { $0.group.rows.allSatisfy { !$0.reference.isEmpty } }
    return stateOneId || dates.count > 1 || less.allSatisfy(\.isAtEdge) || areOfOtherCoins
  }

  /// Whether they are of files of one coin, or of some coins, each, and not all are trades by
  /// themselves.
  private var areOfOtherCoins: Bool {
    var file: [Asset: Int] = [:]
    for piece in self {
      for row in piece.group.rows {
        if let other = file.updateValue(piece.file, forKey: row.asset), other != piece.file {
          return false
        }
      }
    }
    return contains { !$0.isTrade }
  }
}

extension ImportFile {
  /// What tells the files of one form: another generation of a report has other columns.
  var form: String {
    "\(format.rawValue) \(header?.columns.sorted().joined(separator: ",") ?? "")"
  }

  fileprivate func pieces(at place: Int) -> [Piece] {
    var seen: Set<ObjectIdentifier> = []
    let trades = Set(readings.compactMap(\.groupOfTrade).map(ObjectIdentifier.init))
    return readings.compactMap(\.group).filter { seen.insert(ObjectIdentifier($0)).inserted }
      .map { group in
        Piece(
          file: place, group: group, isAtEdge: edges?.contains(group) ?? false,
          isTrade: trades.contains(ObjectIdentifier(group)))
      }
  }
}

extension Reading {
  /// The rows that make a trade of two sides.
  fileprivate var groupOfTrade: TradeGroup? {
    guard case .trade(let facts) = self, facts.received != nil, facts.spent != nil else {
      return nil
    }
    return facts.group
  }
}

extension Reading {
  /// The same; a fee whose trade another file has, and that makes none with it, is refused.
  fileprivate var withoutFeeAlone: Reading {
    guard case .trade(let facts) = self, facts.category == .fee, let group = facts.group else {
      return self
    }
    return group.rows[0].halfATrade(facts.source).made(of: group)
  }
}
