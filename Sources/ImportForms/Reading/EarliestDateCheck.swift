import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// The same reader, which refuses rows of days before there were coins: a date that is written
  /// otherwise than it was read, such as a spreadsheet's number.
  var refusingDatesBeforeGenesis: FormatReader {
    var reader = self
    reader.read = { table in read(table).mapping(\.refusingDatesBeforeGenesis) }
    return reader
  }
}

extension RowResult {
  fileprivate var refusingDatesBeforeGenesis: RowResult {
    guard let date, date < genesisDate else { return self }
    switch self {
    case .trade, .move:
      return .refused(RefusedRow(source: source, reason: .beforeCoins(date.utcDayText)))
    default: return self
    }
  }
}

/// The day of Bitcoin's first block, 2009-01-03.
let genesisDate = Date(timeIntervalSince1970: 1_230_940_800)
