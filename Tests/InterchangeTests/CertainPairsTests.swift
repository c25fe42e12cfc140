import BitpalTesting
import Testing

@testable import Interchange

/// Pairs that every way to make as many as possible has.
struct CertainPairsTests {
  /// Every way to make as many pairs as possible.
  private static func ways(_ fits: [[Int]]) -> [[Int?]] {
    func ways(_ place: Int, _ taken: Set<Int>) -> [[Int?]] {
      guard place < fits.count else { return [[]] }
      let free = fits[place].filter { !taken.contains($0) }.map(Optional.some) + [nil]
      return free.flatMap { partner in
        ways(place + 1, partner.map { taken.union([$0]) } ?? taken).map { [partner] + $0 }
      }
    }
    let all = ways(0, [])
    let most = all.map { $0.count { $0 != nil } }.max()
    return all.filter { way in way.count { $0 != nil } == most }
  }

  @Test func `pairs are certain that every way has, and no others`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<4_000 {
      let count = Int.random(in: 1...5, using: &random)
      let fits = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        (0..<count).filter { _ in Int.random(in: 0..<5, using: &random) < 2 }
      }
      let ways = Self.ways(fits)
      let certain = fits.indices.map { place in
        ways.allSatisfy { $0[place] == ways[0][place] } ? ways[0][place] : nil
      }
      #expect(CertainPairs(fits, of: count).partners() == certain, "\(fits)")
    }
  }

  @Test func `very long chains take no time, whichever end decides`() {
    let count = 20_000
    let chain = (0..<count).map { place in Array(place..<min(place + 8, count)) }
    #expect(CertainPairs(chain, of: count).partners() == Array(0..<count))
    let backwards = (0..<count).map { place in Array(max(place - 8, 0)...place) }
    #expect(CertainPairs(backwards, of: count).partners() == Array(0..<count))
    // One more that wants the last may leave any of them without one.
    let open = CertainPairs(backwards + [[count - 1]], of: count).partners()
    #expect(open.allSatisfy { $0 == nil })
  }
}
