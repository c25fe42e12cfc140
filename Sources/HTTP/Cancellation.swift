internal import CCurl

/// Cancels running requests and refuses later ones; it cannot be reset.
///
/// A request notices it within about a second.
public final class Cancellation: @unchecked Sendable {
  // Unchecked: the flag is only accessed by C atomics.
  let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// Makes a cancellation that has not been triggered.
  public init() { flag.initialize(to: 0) }

  deinit { flag.deallocate() }

  /// Cancels all requests; can be called on any thread.
  public func cancel() { bitpal_http_cancel(flag) }
}
