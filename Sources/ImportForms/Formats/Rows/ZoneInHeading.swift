import FoundationEssentials
import ImportText

extension FormatReader {
  /// Whether only the file name may contain the zone of its times.
  var hasZoneInFileName: Bool { group == "Binance" }

  /// Whether a file name has lost the zone of its times.
  ///
  /// Since Binance writes two-digit years, the account's zone is only in the file name.
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

  /// The reader of an exchange that writes the customer's zone in a heading, such as `Date(UTC+1)`
  /// instead of `Date(UTC)`.
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
