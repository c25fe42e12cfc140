internal import CCurl

/// A switch that ends requests under way and refuses later ones; it cannot be taken back.
///
/// A request notices it within about a second.
public final class Cancellation: @unchecked Sendable {
  // Unchecked: the word is only reached through atomic operations of C.
  let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// Makes a switch that is not yet thrown.
  public init() { flag.initialize(to: 0) }

  deinit { flag.deallocate() }

  /// Throws the switch; any thread may.
  public func cancel() { bitpal_http_cancel(flag) }
}
