import Portfolio
import Synchronization

/// Distributes edits among several threads.
final class EditQueue: Sendable {
  private let edits: Mutex<[@Sendable (inout Transaction) -> Void]>

  init(_ edits: [@Sendable (inout Transaction) -> Void]) { self.edits = Mutex(edits) }

  func take() -> @Sendable (inout Transaction) -> Void {
    edits.withLock { edits in
      guard !edits.isEmpty else { return { _ in () } }
      return edits.removeFirst()
    }
  }
}
