import BitpalTesting
import Testing
import CoinCatalogue

/// Typos are counted up to a limit that depends on the length, as in the textbook algorithm.
struct TypoMeterTests {
  @Test(
    arguments: [
      ("bitcoin", "bitcion", 1), ("bitcoin", "Bitcoi", 1), ("bitcoin", "bitcooin", 1),
      ("bitcoin", "bitkoin", 1), ("bitcoin", "bitkion", 2), ("bitcoin", "ibtconi", 2),
      ("bitcoin", "bitcoin", nil), ("bitcoin", "batkuin", nil), ("bitcoin", "coin", nil),
      ("doge", "dgoe", 1), ("doge", "dog", 1), ("doge", "dgo", nil), ("btc", "btx", 1),
      ("bt", "btc", nil), ("龙龙", "龙", nil), ("solana", "", nil),
    ])
  func `mistakes are counted up to the limit for the length`(
    wanted: String, other: String, typos: Int?
  ) {
    var meter = EditDistance(Array(wanted.utf8))
    #expect(Array(other.utf8).withUnsafeBytes { meter.typos(in: $0) } == typos)
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `the count agrees with the textbook's whole table`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let wanted = text(length: 3...8, using: &generator)
      let other = text(length: 0...9, using: &generator)
      let distance = textbookDistance(wanted, other)
      let expected = (1...(wanted.count < 6 ? 1 : 2)).contains(distance) ? distance : nil
      var meter = EditDistance(wanted)
      let counted = other.withUnsafeBytes { meter.typos(in: $0) }
      #expect(counted == expected, "seed \(seed): \(wanted) \(other)")
    }
  }

  private func text(
    length: ClosedRange<Int>, using generator: inout SeededGenerator
  ) -> [UInt8] {
    (0..<Int.random(in: length, using: &generator)).map { _ in
      UInt8.random(in: 97...99, using: &generator)
    }
  }

  private func textbookDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = Array(
      repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count {
      for column in 0...right.count {
        guard row > 0, column > 0 else {
          table[row][column] = row + column
          continue
        }
        let isSame = left[row - 1] == right[column - 1]
        var distance = min(
          table[row - 1][column - 1] + (isSame ? 0 : 1),
          table[row - 1][column] + 1, table[row][column - 1] + 1)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          distance = min(distance, table[row - 2][column - 2] + 1)
        }
        table[row][column] = distance
      }
    }
    return table[left.count][right.count]
  }
}
