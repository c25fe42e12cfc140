import Foundation
import Testing

@testable import BitpalCommands

/// A demo's folder is removed when it ends.
@Suite struct DemoFolderTests {
  private let parent: String

  init() throws {
    parent = FileManager.default.temporaryDirectory.path + "/bitpal-demos-\(UUID())"
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: false)
  }

  /// A refresh continues to write while the terminal is closed.
  @Test func `a folder into which files are still written is removed`() throws {
    defer { rmdir(parent) }
    let folder = try DemoFolder(in: parent)
    let path = folder.path
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      for number in 0..<4_000 {
        let file = open("\(path)/\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
        if number == 100 { begun.signal() }
      }
      ended.signal()
    }
    begun.wait()
    folder.remove()
    ended.wait()
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == [])
  }
}
