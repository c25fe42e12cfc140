import Exact

/// A repeatable random generator: SplitMix64 with a seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D &+ 0x1234_5678_9ABC_DEF1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in a range; the slight modulo bias does not matter in tests.
  mutating func int(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Returns `true` with a probability in percent.
  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  /// A random element.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...(elements.count - 1))]
  }
}

/// That many hundred-millionths.
func units(_ count: Int) -> Quantity { Quantity(count) * hundredMillionth }

private let hundredMillionth = ExactDecimal(1).divided(by: 100_000_000, places: 8)
