/// A value in memory of its own, which copies share: eight bytes where it is used.
package indirect enum Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
  case value(Value)

  /// The value itself.
  @inlinable package var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}
