/// The pause after consecutive failures: 10 to 20 seconds, doubling to at most 15 minutes.
enum BackOff {
  static let longestMilliseconds = 900_000

  /// A random pause between half and all of the current length.
  static func milliseconds(
    failures: Int, using generator: inout some RandomNumberGenerator
  ) -> Int {
    let doublings = min(max(failures, 1) - 1, 10)
    let whole = min(20_000 << doublings, longestMilliseconds)
    return Int.random(in: (whole / 2)...whole, using: &generator)
  }
}
