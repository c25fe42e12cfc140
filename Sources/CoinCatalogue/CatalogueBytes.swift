/// Why coins cannot be encoded as a catalogue.
public enum CatalogueBytesError: Error, Equatable, Sendable {
  /// A coin has no id.
  case emptyId
  /// Two coins have the same id.
  case repeatedId(String)
  /// A text of the coin is longer than 65,535 bytes.
  case textTooLong(id: String)
}

/// Encodes catalogues.
public enum CatalogueBytes {
  /// The bytes that ``CoinCatalogue/init(bytes:)`` reads.
  ///
  /// - Parameter coins: The coins in any order.
  /// - Throws: ``CatalogueBytesError`` for the first invalid coin.
  public static func make(from coins: [CatalogueCoin]) throws(CatalogueBytesError) -> [UInt8] {
    let rows = coins.map(Row.init).sorted { $0.id.lexicographicallyPrecedes($1.id) }
    var records: [UInt8] = []
    var texts: [UInt8] = []
    for (index, row) in rows.enumerated() {
      guard !row.id.isEmpty else { throw .emptyId }
      guard index == 0 || rows[index - 1].id != row.id else { throw .repeatedId(row.coin.id) }
      records.append(littleEndian: UInt32(texts.count))
      records.append(littleEndian: row.coin.sortRank)
      for text in [row.id, row.symbol, row.name] {
        guard let length = UInt16(exactly: text.count) else {
          throw .textTooLong(id: row.coin.id)
        }
        records.append(littleEndian: length)
        texts += text
      }
    }
    let index = symbolIndex(of: rows)
    var bytes = CatalogueLayout.magic
    for number in [rows.count, index.count, texts.count] {
      bytes.append(littleEndian: UInt32(number))
    }
    bytes += records
    for record in index { bytes.append(littleEndian: UInt32(record)) }
    return bytes + texts
  }

  private static func symbolIndex(of rows: [Row]) -> [Int] {
    let folded = rows.map { $0.symbol.map(lowercased) }
    return rows.indices.filter { !folded[$0].isEmpty }.sorted { left, right in
      guard folded[left] == folded[right] else {
        return folded[left].lexicographicallyPrecedes(folded[right])
      }
      return (rows[left].coin.sortRank, left) < (rows[right].coin.sortRank, right)
    }
  }
}

private struct Row {
  let coin: CatalogueCoin
  let id: [UInt8]
  let symbol: [UInt8]
  let name: [UInt8]

  init(_ coin: CatalogueCoin) {
    self.coin = coin
    id = Array(coin.id.utf8)
    symbol = Array(coin.symbol.utf8)
    name = Array(coin.name.utf8)
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
