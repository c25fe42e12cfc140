import Portfolio

/// What may help with a file whose form is not known.
public struct MapProposal: Sendable {
  /// The names of its columns in lower case, from the line that most looks like a header.
  public let header: [String]
  /// The known forms that have the most columns in common with it, the nearest first.
  public let nearest: [NearFormat]
  /// A map guessed from the names, to be confirmed by a person; `nil` where something is missing.
  public let map: ColumnMap?

  /// A form that a file nearly has.
  public struct NearFormat: Equatable, Sendable {
    /// The form.
    public let format: ImportFormat
    /// The columns the file lacks.
    public let missing: [String]
  }
}

/// Looks for what may help with a file that ``readImport(_:as:name:map:known:)`` does not know.
///
/// - Returns: `nil` when no line looks like a header.
public func mapProposal(for bytes: [UInt8]) -> MapProposal? {
  let text: [UInt8]
  do throws(FileTextError) { text = try utf8Text(of: bytes) } catch { return nil }
  var best: (header: CSVHeader, score: Int)?
  // Nothing is a header here, so that every candidate is seen.
  do throws(FileTextError) {
    _ = try CSVTable.find(in: text) { header in
      let score = fieldsFound(in: header).count * 4 + min(header.count, 3)
      if header.count > 1, header.count < 1000, score > best?.score ?? 2 {
        best = (header, score)
      }
      return false
    }
  } catch { return nil }
  guard let best else { return nil }
  return MapProposal(
    header: best.header.columns.sorted { $0.value < $1.value }.map(\.key),
    nearest: nearest(to: best.header),
    map: proposedMap(for: best.header))
}

private func nearest(to header: CSVHeader) -> [MapProposal.NearFormat] {
  var found: [(format: ImportFormat, missing: [String], share: Int)] = []
  for reader in FormatReader.all {
    let best = reader.signatures.map { names in names.filter { header.columns[$0] == nil } }
      .enumerated().map { index, missing in
        (
          missing,
          (reader.signatures[index].count - missing.count) * 100
            / max(reader.signatures[index].count, 1)
        )
      }.max { $0.1 < $1.1 }
    if let (missing, share) = best, share >= 50 { found.append((reader.format, missing, share)) }
  }
  return found.sorted { $0.share > $1.share }.prefix(3).map {
    MapProposal.NearFormat(format: $0.format, missing: $0.missing)
  }
}

/// Names that say what a column holds, the surest first.
private let names: [(field: ColumnMap.Field, names: [String])] = [
  (
    .date,
    [
      "date", "datetime", "date time", "timestamp", "time", "created", "created at", "date utc",
      "time utc", "executed at", "execution time", "trade date", "transaction date",
      "completed at", "filled at", "closed", "datum", "fecha", "data",
    ]
  ),
  (.time, ["time of day", "uhrzeit"]),
  (.side, ["side", "type", "transaction type", "action", "operation", "direction", "buy sell"]),
  (
    .pair,
    ["pair", "market", "symbol pair", "trading pair", "instrument", "product", "ticker pair"]
  ),
  (.coin, ["coin", "asset", "symbol", "ticker", "base", "base currency", "base asset", "crypto"]),
  (
    .amount,
    [
      "amount", "qty", "quantity", "size", "volume", "vol", "units", "base amount", "filled",
      "executed", "executed quantity", "coins",
    ]
  ),
  (.price, ["price", "rate", "unit price", "price per unit", "price per coin", "average price"]),
  (.total, ["total", "cost", "value", "funds", "subtotal", "quote amount", "proceeds", "quote"]),
  (.currency, ["currency", "quote currency", "quote asset", "fiat", "fiat currency"]),
  (.received, ["received", "received amount", "received quantity", "in amount", "bought amount"]),
  (.receivedCoin, ["received currency", "received coin", "in currency", "bought currency"]),
  (.spent, ["sent", "sent amount", "sent quantity", "out amount", "sold amount"]),
  (.spentCoin, ["sent currency", "sent coin", "out currency", "sold currency"]),
  (.fee, ["fee", "fees", "commission", "fee amount"]),
  (.feeCurrency, ["fee currency", "fee coin", "fee asset", "commission asset"]),
  (.id, ["id", "trade id", "transaction id", "txid", "order id", "uuid", "reference"]),
  (.notes, ["notes", "note", "comment", "description", "memo"]),
]

private func fieldsFound(in header: CSVHeader) -> [ColumnMap.Field: String] {
  var plain: [String: String] = [:]
  for name in header.columns.keys.sorted().reversed() {
    let words = name.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    plain[words] = name
  }
  var taken: Set<String> = []
  var found: [ColumnMap.Field: String] = [:]
  for (field, words) in names {
    guard let column = words.lazy.compactMap({ plain[$0] }).first(where: { !taken.contains($0) })
    else { continue }
    taken.insert(column)
    found[field] = column
  }
  return found
}

private func proposedMap(for header: CSVHeader) -> ColumnMap? {
  var map = ColumnMap()
  for (field, column) in fieldsFound(in: header) { map.set(field, column: column) }
  return map.missing.isEmpty ? map : nil
}
