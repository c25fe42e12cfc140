import Foundation

/// How often randomized and concurrent tests repeat.
///
/// `make test` runs a few repetitions; `make torture` runs all of them, and sets for how many
/// minutes its own rounds last.
public enum Repetition {
  /// How many minutes rounds last, if set.
  public static let minutes = ProcessInfo.processInfo.environment["BITPAL_TORTURE_MINUTES"]
    .flatMap { Int($0) }

  /// Whether all repetitions are requested.
  public static var isLong: Bool { minutes != nil }

  /// All seeds of a test, or the first few of them.
  public static func seeds<Seed: Strideable>(
    _ all: ClosedRange<Seed>, few count: Seed.Stride
  ) -> ClosedRange<Seed> where Seed.Stride: SignedInteger {
    isLong ? all : all.lowerBound...all.lowerBound.advanced(by: count - 1)
  }
}
