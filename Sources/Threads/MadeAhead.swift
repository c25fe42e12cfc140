/// Values one after the other, of which a thread makes the next while one is worked with.
///
/// Unchecked, because only one thread at a time asks for values, and one at a time makes them.
public final class MadeAhead<Value: Sendable>: @unchecked Sendable {
  private let make: @Sendable () throws -> Value?
  private let isLast: @Sendable (Value) -> Bool
  private var following: SideThread<Value?>?
  private var isEnded = false

  /// - Parameters:
  ///   - isLast: Whether no value comes behind one, where the value shows it.
  ///   - make: Makes the next value, `nil` behind the last; never called twice at a time.
  public init(
    isLast: @escaping @Sendable (Value) -> Bool = { _ in false },
    _ make: @escaping @Sendable () throws -> Value?
  ) {
    self.isLast = isLast
    self.make = make
  }

  deinit { following?.wait() }

  /// The next value; `nil` behind the last.
  ///
  /// - Throws: What making it throws.
  public func next() throws -> Value? {
    guard !isEnded else { return nil }
    isEnded = true
    let value = try following.map { try $0.value() } ?? make()
    following = nil
    guard let value else { return nil }
    guard !isLast(value) else { return value }
    isEnded = false
    following = SideThread { [make] in try make() }
    return value
  }

  /// Hands on the values in order.
  ///
  /// - Throws: What making them and `body` throw; nothing is being made then.
  public func forEach(_ body: (Value) throws -> Void) throws {
    defer { following?.wait() }
    while let value = try next() { try body(value) }
  }
}
