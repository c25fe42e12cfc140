/// Produces values in order; a thread makes the next few while one is in use.
///
/// Unchecked, because only one thread at a time asks for values, and one at a time makes them.
public final class Prefetcher<Value: Sendable>: @unchecked Sendable {
  private let make: @Sendable () throws -> Value?
  private let isLast: @Sendable (Value) -> Bool
  private let waiting = BoundedBuffer<Value>()
  private var maker: BackgroundTask<Void, Never>?
  private var isEnded = false

  /// - Parameters:
  ///   - isLast: Whether a value is recognizably the last.
  ///   - make: Makes the next value, `nil` after the last; calls never overlap.
  public init(
    isLast: @escaping @Sendable (Value) -> Bool = { _ in false },
    _ make: @escaping @Sendable () throws -> Value?
  ) {
    self.isLast = isLast
    self.make = make
  }

  deinit { stop() }

  /// The next value; `nil` after the last.
  ///
  /// - Throws: The error of its production.
  public func next() throws -> Value? {
    guard !isEnded else { return nil }
    isEnded = true
    guard let value = try maker == nil ? make() : waiting.next() else { return nil }
    guard !isLast(value) else { return value }
    isEnded = false
    // A single value needs no thread.
    if maker == nil { begin() }
    return value
  }

  private func begin() {
    let thread = BackgroundTask { [waiting, make, isLast] in
      waiting.fill {
        let value = try make()
        return (value, value.map(isLast) ?? true)
      }
    }
    // If no thread can be created, each value is made on request.
    if thread.isBeside { maker = thread }
  }

  /// Calls `body` with the values in order.
  ///
  /// - Throws: The errors of production and of `body`; production has then stopped.
  public func forEach(_ body: (Value) throws -> Void) throws {
    defer { stop() }
    while let value = try next() { try body(value) }
  }

  /// Stops production, and waits for the value being made.
  private func stop() {
    isEnded = true
    waiting.close()
    maker?.wait()
  }
}

/// Calls `body` with a value made from each element, in order, while another thread makes the next
/// ones.
///
/// - Parameters:
///   - make: Makes a value from the element at an index; calls never overlap.
///   - body: Receives the values.
/// - Throws: What `make` and `body` throw; production has then stopped.
public func forEachAhead<Element: Sendable, Value: Sendable>(
  of elements: [Element], make: @escaping @Sendable (_ index: Int, Element) throws -> Value,
  _ body: (Value) throws -> Void
) throws {
  let batchSize = 256
  // A prefetcher never makes two values at a time.
  nonisolated(unsafe) var next = 0
  let batches = Prefetcher<[Value]>(isLast: { $0.count < batchSize }) {
    let indices = next..<min(elements.count, next + batchSize)
    next = indices.upperBound
    return try indices.map { try make($0, elements[$0]) }
  }
  try batches.forEach { batch in for value in batch { try body(value) } }
}
