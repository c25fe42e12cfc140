/// Rows of the import that stand in a file of refused rows, too, so that each is refused once.
struct RefusedBefore {
  /// Where rows stand among refused ones, by what they were when they were refused.
  private var places: [RowDigest: [String]] = [:]
  /// How often each file of refused rows has a row, as it was and as it is.
  private var counts: [Row: [String: Int]] = [:]

  private struct Row: Hashable {
    let refused: RowDigest
    let digest: RowDigest
  }

  /// Of no file.
  init() {}

  /// Looks for the refused rows in files that are imported together.
  init(_ files: [ImportFile]) {
    guard files.count > 1 else { return }
    for file in files where file.hasReasons {
      for reading in file.readings {
        let source = reading.source
        for refused in reading.refusedBefore {
          places[refused, default: []].append(source.place)
        }
      }
    }
  }

  /// Where else a row stands that cannot be taken; of equal rows each stands for one.
  mutating func place(of source: RowSource) -> String? {
    guard !places.isEmpty else { return nil }
    guard let refused = source.refused else { return places[source.digest]?.popLast() }
    let row = Row(refused: refused, digest: source.digest)
    let count = (counts[row]?[source.file] ?? 0) + 1
    counts[row, default: [:]][source.file] = count
    let other = counts[row]?.first { $0.key != source.file && $0.value >= count }
    return other?.key
  }
}

extension Reading {
  /// What its row was when it was refused, by itself and with the others of the trade for which it
  /// stands: mended rows make one trade, of which a part alone may have been refused before.
  fileprivate var refusedBefore: Set<RowDigest> {
    let own = group?.rows.first { $0.record.row.line == source.line }?.record.source
    return Set([source.refused, own?.refused].compactMap(\.self))
  }
}

extension ImportPlanner {
  /// Leaves out a row that cannot be taken and stands in a file of refused rows, too, as it was or
  /// mended.
  mutating func standsAmongRefused(_ source: RowSource) -> Bool {
    guard let place = refusedBefore.place(of: source) else { return false }
    leftOut.append(LeftOutRow(source: source, reason: .amongRefused(place)))
    return true
  }
}
