import Foundation

/// How often the tests that repeat with chance, or in crowds, do so.
///
/// A few times in `make test`, which shows the promise; all of them where `make torture` says for
/// how many minutes its own rounds go on.
public enum Repetition {
  /// How long rounds go on, where somebody said so.
  public static let minutes = ProcessInfo.processInfo.environment["BITPAL_TORTURE_MINUTES"]
    .flatMap { Int($0) }

  /// Whether all of them are asked for.
  public static var isLong: Bool { minutes != nil }

  /// All of the seeds of a test, or the first few of them.
  public static func seeds<Seed: Strideable>(
    _ all: ClosedRange<Seed>, few count: Seed.Stride
  ) -> ClosedRange<Seed> where Seed.Stride: SignedInteger {
    isLong ? all : all.lowerBound...all.lowerBound.advanced(by: count - 1)
  }
}
