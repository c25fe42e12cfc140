import FoundationEssentials
import ImportText

extension FormatReader {
  /// Whether the zone of its times may be in the name of the file alone.
  var hasZoneInFileName: Bool { group == "Binance" }

  /// Whether the name of a file has lost the zone of its times: since Binance writes years of two
  /// digits, it writes the zone of the account there and nowhere else.
  func hasLostZone(_ table: CSVTable, name: String) -> Bool {
    guard hasZoneInFileName, !name.contains("(UTC"), !name.contains("(GMT"),
      !table.header.columns.keys.contains(where: { $0.contains("utc") })
    else { return false }
    do throws(FileTextError) {
      return try table.records(first: 1).contains { record in
        record.row.cells.contains { DateOrder.hasShortYear($0) }
      }
    } catch { return false }
  }

  /// The reader of an exchange that writes its customer's zone into a heading, `Date(UTC+1)` where
  /// others have `Date(UTC)`.
  var withZoneInHeading: FormatReader {
    var reader = self
    reader.hasZoneInHeading = true
    reader.read = { table in
      guard let header = table.header.atUTC.first(where: recognizes),
        header.columns != table.header.columns
      else { return read(table) }
      let records = read(table.under(header))
      return RecordReader(
        read: { record, emit in records.read(record.under(header), emit) }, finish: records.finish,
        readAlone: records.readAlone.map { alone in { alone($0.under(header), $1) } })
    }
    return reader
  }
}
