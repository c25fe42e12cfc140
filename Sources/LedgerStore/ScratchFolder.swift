import FoundationEssentials
import Glibc

/// A temporary folder, private to the user, that is removed with its last reference.
final class ScratchFolder: Sendable {
  let path: String

  /// Makes a folder; `nil` if that fails.
  init?() {
    let parent = FileManager.default.temporaryDirectory.path
    guard let path = makePrivateFolder(in: parent, prefix: "bitpal-") else { return nil }
    self.path = path
  }

  deinit {
    // The system cleans up what is left of a temporary folder.
    do { try FileManager.default.removeItem(atPath: path) } catch {}
  }
}

/// Makes a folder that only the user can enter, named by a prefix and random letters.
///
/// - Returns: Its path; `nil` if that fails, with the reason in `errno`.
package func makePrivateFolder(in parent: String, prefix: String) -> String? {
  var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { return nil }
  return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}
