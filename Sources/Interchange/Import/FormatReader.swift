import FoundationEssentials
import Portfolio

/// How one format of CSV is told from the others and read.
struct FormatReader: Sendable {
  let format: ImportFormat
  /// Columns of which one set, in lower case, must be there for a header to be this format's.
  let signatures: [[String]]
  /// Reads every record; each comes back in at least one reading.
  let read: @Sendable (CSVTable) -> [Reading]

  /// Whether a header is this format's.
  func recognises(_ header: CSVHeader) -> Bool { signatures.contains { header.has($0) } }
}

/// What became of a row.
enum Reading: Sendable {
  case trade(TradeFacts)
  case entry(ImportedEntry)
  case leftOut(LeftOutRow)
  case refused(RefusedRow)
}

/// What a row on its own means.
enum RowMeaning {
  case trade(TradeFacts)
  case entry(ImportedEntry)
  case leftOut(LeftOutReason)
}

extension CSVTable {
  /// Reads a format in which every row stands for itself.
  func readEach(
    _ meaning: (CSVRecord) throws(RefusalReason) -> RowMeaning
  ) -> [Reading] {
    records.map { record in
      do throws(RefusalReason) {
        guard !record.isTooLong else { throw .tooManyCells }
        return switch try meaning(record) {
        case .trade(let facts): .trade(facts)
        case .entry(let entry): .entry(entry)
        case .leftOut(let reason): .leftOut(LeftOutRow(source: record.source, reason: reason))
        }
      } catch {
        return .refused(RefusedRow(source: record.source, reason: error))
      }
    }
  }
}
