import Glibc
import Synchronization

/// Work on a separate thread, in parallel with the thread that waits for its value.
public final class BackgroundTask<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var thread: pthread_t?
    var result: Result<Value, Failure>?
  }

  private let state = Mutex(State())
  private let body: @Sendable () throws(Failure) -> Value

  /// Starts the work; if no thread can be created, it runs when its value is requested.
  public init(_ body: @escaping @Sendable () throws(Failure) -> Value) {
    self.body = body
    var thread = pthread_t()
    let running = Unmanaged.passRetained(Running { [self] in run() })
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Running>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, running.toOpaque())
    guard failure == 0 else {
      running.release()
      return
    }
    let started = thread
    state.withLock { $0.thread = started }
  }

  /// Whether it has a thread that has not been joined yet.
  var isBeside: Bool { state.withLock { $0.thread != nil } }

  /// Waits for the work and returns its value, or throws what it threw.
  public func value() throws(Failure) -> Value {
    wait()
    if state.withLock({ $0.result == nil }) { run() }
    guard let result = state.withLock({ $0.result }) else { return try body() }
    return try result.get()
  }

  /// Waits for the work to end.
  public func wait() {
    let thread = state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }
    if let thread { pthread_join(thread, nil) }
  }

  private func run() {
    let result = Result(catching: body)
    state.withLock { $0.result = result }
  }
}

/// The state passed to the thread.
private final class Running: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
