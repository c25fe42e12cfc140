import FoundationEssentials
import Glibc

/// A temporary folder, private to the user, that is removed with its last reference.
final class ScratchFolder: Sendable {
  let path: String

  /// Makes a folder; `nil` if that fails.
  init?() {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/bitpal-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // The system cleans up what is left of a temporary folder.
    do { try FileManager.default.removeItem(atPath: path) } catch {}
  }
}
