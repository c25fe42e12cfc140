import FoundationEssentials
import Portfolio

extension FormatReader {
  /// The same reader, which refuses rows of days before there were coins: a date that is written
  /// otherwise than it was read, such as a spreadsheet's number.
  var sinceThereAreCoins: FormatReader {
    var reader = self
    reader.read = { table in read(table).handing(\.sinceThereAreCoins) }
    return reader
  }
}

extension FormatReader {
  /// The same reader; rows that it refuses name the one coin of the format, where they name none.
  var namingItsCoin: FormatReader {
    guard let coin = format.onlyCoin else { return self }
    var reader = self
    reader.read = { table in
      read(table).handing { reading in
        guard case .refused(var row) = reading, row.coins.isEmpty else { return reading }
        row.assets = [coin]
        return .refused(row)
      }
    }
    return reader
  }
}

extension Reading {
  /// What it moved.
  private var assets: [Asset] {
    switch self {
    case .trade(let facts): [facts.received, facts.spent].compactMap { $0?.asset }
    case .move(let facts): [facts.quantity.asset]
    case .entry, .record, .leftOut, .refused: []
    }
  }

  fileprivate var sinceThereAreCoins: Reading {
    guard let date, date < firstBlock else { return self }
    switch self {
    case .trade, .move:
      var row = RefusedRow(source: source, reason: .beforeCoins(date.utcDayText))
      row.assets = assets
      return .refused(row)
    default: return self
    }
  }
}

/// The day of Bitcoin's first block, 2009-01-03.
let firstBlock = Date(timeIntervalSince1970: 1_230_940_800)
