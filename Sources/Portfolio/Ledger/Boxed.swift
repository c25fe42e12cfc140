/// A heap-allocated value that copies share, to take only eight bytes inline.
package indirect enum Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
  case value(Value)

  /// The boxed value.
  @inlinable package var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}
