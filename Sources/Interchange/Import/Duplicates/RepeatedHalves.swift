/// Leaves out the halves of trades that another file has whole, as where two exports overlap.
func withoutRepeatedHalves(_ files: [ImportFile]) -> [ImportFile] {
  guard files.count > 1 else { return files }
  let halves = Set(files.lazy.flatMap(\.readings).compactMap(\.half))
  guard !halves.isEmpty else { return files }
  var places: [String: String] = [:]
  for file in files {
    for reading in file.readings {
      if let row = reading.rowOfTrade, halves.contains(row) { places[row] = file.name }
    }
  }
  return files.map { file in
    var file = file
    file.readings = file.readings.map { reading in
      guard let half = reading.half, let place = places[half], place != file.name else {
        return reading
      }
      return .leftOut(LeftOutRow(source: reading.source, reason: .reportedElsewhere(place)))
    }
    return file
  }
}

extension Reading {
  /// The text of a row that is refused because nothing is on its other side.
  var half: String? {
    guard case .refused(let row) = self else { return nil }
    return switch row.reason {
    case .halfATrade, .fillAlone: row.source.text
    default: nil
    }
  }

  /// The text of a row that is a trade or part of one.
  fileprivate var rowOfTrade: String? {
    switch self {
    case .trade(let facts): facts.source.text
    case .leftOut(let row): if case .partOfTrade = row.reason { row.source.text } else { nil }
    default: nil
    }
  }
}
