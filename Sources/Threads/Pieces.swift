/// Makes something of the pieces of a long list, two pieces at a time, and hands it on in order.
///
/// - Parameters:
///   - count: How long the list is; what fits into one piece needs no thread.
///   - size: How many elements a piece has.
///   - make: Makes something of the elements at these places.
///   - body: Receives what was made, on the caller's thread.
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
