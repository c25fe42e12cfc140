/// The pause after failures in a row: 10 to 20 seconds, doubling, 15 minutes at most.
enum BackOff {
  static let longestMilliseconds = 900_000

  /// A pause somewhere between half its length and the whole of it.
  static func milliseconds(
    failures: Int, using generator: inout some RandomNumberGenerator
  ) -> Int {
    let doublings = min(max(failures, 1) - 1, 10)
    let whole = min(20_000 << doublings, longestMilliseconds)
    return Int.random(in: (whole / 2)...whole, using: &generator)
  }
}
