/// Processes a long list in pieces, two at a time, and passes on the results in order.
///
/// - Parameters:
///   - count: The length of the list; a single piece needs no thread.
///   - size: The number of elements in a piece.
///   - make: Makes a value from the elements at these indexes.
///   - body: Receives the values, on the caller's thread.
public func forEachPiece<Made: Sendable>(
  of count: Int, size: Int = 512, _ make: @escaping @Sendable (Range<Int>) -> Made,
  _ body: (Made) -> Void
) {
  for start in stride(from: 0, to: count, by: 2 * size) {
    let middle = min(start + size, count)
    let rest = middle..<min(middle + size, count)
    let second = rest.isEmpty ? nil : BackgroundTask { make(rest) }
    body(make(start..<middle))
    if let second { body(second.value()) }
  }
}
