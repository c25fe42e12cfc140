import Glibc
import Synchronization

/// The first ledger of a folder while its rows are written, under a name that no reader opens.
///
/// Who ends the program by a signal removes it; what a kill leaves is removed when a ledger is
/// written a minute later.
public enum UnfinishedLedger {
  /// The address of its path, 0 where there is none.
  private static let path = Atomic<UInt>(0)

  /// Runs `body` while a signal would remove the file.
  static func with<Value>(_ temporary: String, _ body: () throws -> Value) rethrows -> Value {
    // Never freed: a signal that is being handled in that instant may still read it.
    path.store(UInt(bitPattern: strdup(temporary)), ordering: .sequentiallyConsistent)
    defer { path.store(0, ordering: .sequentiallyConsistent) }
    return try body()
  }

  /// Removes the file, if there is one; may be called where a signal is handled.
  public static func remove() {
    let address = path.load(ordering: .sequentiallyConsistent)
    if let name = UnsafePointer<CChar>(bitPattern: address) { unlink(name) }
  }
}
