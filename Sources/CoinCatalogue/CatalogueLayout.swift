/// The bytes of a catalogue, read in place.
///
/// All numbers are little-endian; nothing is aligned.
///
///     header    8  "bitpalC1"
///               4  count of coins, n
///               4  count of coins with a symbol, m
///               4  bytes of text
///     n records of 14 bytes, ascending by the bytes of the id
///               4  where the coin's texts begin in the text part
///               4  sortRank, see ``CatalogueCoin/sortRank``
///               2  bytes of the id
///               2  bytes of the symbol
///               2  bytes of the name
///     m numbers of 4 bytes: records by symbol in lower-case ASCII, then sortRank, then id
///     the texts in UTF-8 and in the order of the records: id, symbol, name, without gaps
///
/// The built-in bytes come from `scripts/make-catalogue.py`, all others from ``CatalogueBytes``.
struct CatalogueLayout {
  static let magic = Array("bitpalC1".utf8)
  static let headerSize = 20
  static let recordSize = 14
  static let indexSize = 4

  let bytes: UnsafeRawBufferPointer

  /// - Parameter bytes: A catalogue that passed ``fault(in:)``, or the built-in one.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { number(at: 8) }
  var symbolCount: Int { number(at: 12) }
  var textSize: Int { number(at: 16) }

  /// The record at an index of the symbol index.
  func record(atSymbolIndex index: Int) -> Int { number(at: indexStart + index * Self.indexSize) }

  func textStart(_ record: Int) -> Int { number(at: start(record)) }

  func sortRank(_ record: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start(record) + 4, as: UInt32.self))
  }

  func id(_ record: Int) -> UnsafeRawBufferPointer {
    text(record, after: 0, length: length(record, 0))
  }

  func symbol(_ record: Int) -> UnsafeRawBufferPointer {
    text(record, after: length(record, 0), length: length(record, 1))
  }

  func name(_ record: Int) -> UnsafeRawBufferPointer {
    text(record, after: length(record, 0) + length(record, 1), length: length(record, 2))
  }

  /// The length of the id (0), the symbol (1) or the name (2) in bytes.
  func length(_ record: Int, _ field: Int) -> Int {
    let at = start(record) + 8 + field * 2
    return Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
  }

  func coin(_ record: Int) -> CatalogueCoin {
    CatalogueCoin(
      id: String(decoding: id(record), as: UTF8.self),
      symbol: String(decoding: symbol(record), as: UTF8.self),
      name: String(decoding: name(record), as: UTF8.self),
      sortRank: sortRank(record))
  }

  private var indexStart: Int { Self.headerSize + count * Self.recordSize }
  private var textsStart: Int { indexStart + symbolCount * Self.indexSize }

  private func start(_ record: Int) -> Int { Self.headerSize + record * Self.recordSize }

  private func text(_ record: Int, after offset: Int, length: Int) -> UnsafeRawBufferPointer {
    let start = textsStart + textStart(record) + offset
    return UnsafeRawBufferPointer(rebasing: bytes[start..<(start + length)])
  }

  private func number(at offset: Int) -> Int {
    Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}

extension CatalogueLayout {
  /// The record with an id, by binary search.
  func record(id: [UInt8]) -> Int? {
    id.withUnsafeBytes { wanted in
      let index = partitioningIndex(in: count) { !precedes(self.id($0), wanted) }
      return index < count && !precedes(wanted, self.id(index)) ? index : nil
    }
  }

  /// The records with a symbol in lower-case ASCII, best sortRank first.
  func records(symbol: [UInt8]) -> [Int] {
    symbol.withUnsafeBytes { wanted in
      let start = partitioningIndex(in: symbolCount) {
        !precedesIgnoringCase(self.symbol(record(atSymbolIndex: $0)), wanted)
      }
      return (start..<symbolCount).lazy.map(record(atSymbolIndex:))
        .prefix { equalsIgnoringCase(self.symbol($0), wanted) }
    }
  }

  /// The records with that symbol or name and a better sortRank, best first.
  func records(
    calledBy text: [UInt8], bySymbolToo: Bool, betterThan limit: UInt32
  ) -> [Int] {
    text.withUnsafeBytes { wanted in
      (0..<count).filter { record in
        sortRank(record) < limit
          && (equalsIgnoringCase(name(record), wanted)
            || bySymbolToo && equalsIgnoringCase(symbol(record), wanted))
      }
      .sorted { (sortRank($0), $0) < (sortRank($1), $1) }
    }
  }

  /// The first index at which the condition holds, or the count; the condition must be monotonic.
  private func partitioningIndex(in count: Int, where condition: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
