import Glibc
import Synchronization

/// The first ledger of a folder while its rows are written, under a name that no reader opens.
///
/// A signal handler removes it when the program is terminated; after a kill, the next write a
/// minute or more later removes it.
public enum UnfinishedLedger {
  /// The address of its path; 0 if there is none.
  private static let path = Atomic<UInt>(0)

  /// Runs `body` while the signal handler removes the file.
  static func with<Value>(_ temporary: String, _ body: () throws -> Value) rethrows -> Value {
    // Never freed: a signal handler running right now may still read it.
    path.store(UInt(bitPattern: strdup(temporary)), ordering: .sequentiallyConsistent)
    defer { path.store(0, ordering: .sequentiallyConsistent) }
    return try body()
  }

  /// Removes the file, if there is one; safe to call in a signal handler.
  public static func remove() {
    let address = path.load(ordering: .sequentiallyConsistent)
    if let name = UnsafePointer<CChar>(bitPattern: address) { unlink(name) }
  }
}
