import FoundationEssentials
import ImportText
import Portfolio

extension FormatReader {
  /// The same reader, refusing rows before Bitcoin existed.
  ///
  /// Such a date was read in the wrong format, for example a spreadsheet's day number.
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
