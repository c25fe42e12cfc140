extension CatalogueLayout {
  /// The record of an id, by binary search.
  func record(id: [UInt8]) -> Int? {
    id.withUnsafeBytes { wanted in
      let place = firstPlace(in: count) { !precedes(self.id($0), wanted) }
      return place < count && !precedes(wanted, self.id(place)) ? place : nil
    }
  }

  /// The records of a symbol in lower-case ASCII, best sortRank first.
  func records(symbol: [UInt8]) -> [Int] {
    symbol.withUnsafeBytes { wanted in
      let start = firstPlace(in: symbolCount) {
        !precedesIgnoringCase(self.symbol(record(atSymbolPlace: $0)), wanted)
      }
      return (start..<symbolCount).lazy.map(record(atSymbolPlace:))
        .prefix { equalsIgnoringCase(self.symbol($0), wanted) }
    }
  }

  /// The records whose symbol or name is that text and whose sortRank is better, best first.
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

  /// The first place where the condition holds, or the count; the condition must not change back.
  private func firstPlace(in count: Int, where condition: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
