/// Why bytes are not a catalogue.
public enum CatalogueFault: Error, Equatable, Sendable {
  /// The bytes do not begin like a catalogue of this version.
  case notACatalogue
  /// The size differs from the one in the header: the file is truncated or has extra bytes.
  case wrongSize(expected: Int, found: Int)
  /// The texts of a coin are not at the required offset; `coin` counts from zero.
  case misplacedText(coin: Int)
  /// A text of a coin is not UTF-8, or its id is empty.
  case unreadableText(coin: Int)
  /// A coin's rank is out of range.
  case unreadableRank(coin: Int)
  /// A coin is out of order or repeated.
  case unsortedCoin(coin: Int)
  /// The symbol index is out of order, incomplete, or names a coin without a symbol.
  case unsortedSymbol(index: Int)
}

extension CatalogueLayout {
  /// The first fault found; `nil` if every lookup in the bytes is safe and correct.
  static func fault(in bytes: UnsafeRawBufferPointer) -> CatalogueFault? {
    guard bytes.count >= headerSize, bytes.starts(with: magic) else { return .notACatalogue }
    let layout = CatalogueLayout(bytes)
    let expected =
      headerSize + layout.count * recordSize + layout.symbolCount * indexSize + layout.textSize
    guard bytes.count == expected else {
      return .wrongSize(expected: expected, found: bytes.count)
    }
    return layout.recordFault() ?? layout.symbolFault()
  }

  private func recordFault() -> CatalogueFault? {
    var end = 0
    for record in 0..<count {
      guard textStart(record) == end else { return .misplacedText(coin: record) }
      end += length(record, 0) + length(record, 1) + length(record, 2)
      guard end <= textSize else { return .misplacedText(coin: record) }
      let texts = [id(record), symbol(record), name(record)]
      guard !texts[0].isEmpty, texts.allSatisfy(isUTF8) else {
        return .unreadableText(coin: record)
      }
      guard CatalogueCoin.isSortRank(sortRank(record)) else {
        return .unreadableRank(coin: record)
      }
      guard record == 0 || precedes(id(record - 1), id(record)) else {
        return .unsortedCoin(coin: record)
      }
    }
    return end == textSize ? nil : .misplacedText(coin: count)
  }

  private func symbolFault() -> CatalogueFault? {
    for index in 0..<symbolCount {
      let record = record(atSymbolIndex: index)
      guard record < count, !symbol(record).isEmpty,
        index == 0 || symbolPrecedes(self.record(atSymbolIndex: index - 1), record)
      else { return .unsortedSymbol(index: index) }
    }
    let withSymbol = (0..<count).count { !symbol($0).isEmpty }
    return withSymbol == symbolCount ? nil : .unsortedSymbol(index: symbolCount)
  }

  private func symbolPrecedes(_ left: Int, _ right: Int) -> Bool {
    guard equalsIgnoringCase(symbol(left), symbol(right)) else {
      return precedesIgnoringCase(symbol(left), symbol(right))
    }
    return (sortRank(left), left) < (sortRank(right), right)
  }

  private func isUTF8(_ text: UnsafeRawBufferPointer) -> Bool {
    !text.contains { $0 > 0x7F } || String(validating: text, as: UTF8.self) != nil
  }
}
