import ConfigurationFile
import Foundation
import Testing

@testable import BitpalCommands

/// A change of the settings file never overwrites what another program saves at the same time.
///
/// - A change is redone on what an editor saved in between, also where the file is new.
/// - A file that keeps changing, or stays locked, is an error after a few attempts.
/// - The file keeps its permissions, except that an API key closes it to other users.
struct ConfigurationChangeTests {
  private let folder: URL
  private let file: SettingsFile

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("config-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = try #require(SettingsFile(["BITPAL_CONFIG": "\(folder.path)/config.toml"]))
  }

  private func text() throws -> String { try String(contentsOfFile: file.path, encoding: .utf8) }

  private func remove() throws { try FileManager.default.removeItem(at: folder) }

  @Test func `what an editor saves meanwhile is not overwritten`() throws {
    try file.set(.palette, to: "mono")
    var isFirst = true
    try file.change { old in
      if isFirst {
        try "# edited\n\(old)".write(toFile: file.path, atomically: true, encoding: .utf8)
      }
      isFirst = false
      return old + "theme = \"dusk\"\n"
    }
    #expect(try text() == "# edited\npalette = \"mono\"\ntheme = \"dusk\"\n")
    try remove()
  }

  @Test func `a file that changes again and again is left to its writer`() throws {
    var count = 0
    let failure = #expect(throws: CommandFailure.self) {
      try file.change { old in
        count += 1
        try "# \(count)\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        return "mine"
      }
    }
    #expect(failure?.sentence.contains("keeps changing") == true)
    #expect(try text() == "# \(count)\n")
    try remove()
  }

  @Test func `a lock that another process keeps is waited for, but not for ever`() throws {
    let other = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    try #require(flock(other, LOCK_EX) == 0)
    let lock = ConfigurationLock(folder.path, attempts: 2)
    let failure = #expect(throws: CommandFailure.self) { try lock.hold {} }
    #expect(failure?.code == .inputOutput)
    #expect(failure?.sentence.contains("\(folder.path) stays locked") == true)
    try #require(flock(other, LOCK_UN) == 0)
    #expect(try lock.hold { 7 } == 7)
    #expect(try lock.hold { 8 } == 8, "the lock is let go of")
    try remove()
  }

  @Test(arguments: ["", "theme = \"dusk\"\n"])
  func `no file is made where another program makes one meanwhile`(saved: String) throws {
    var isFirst = true
    try file.change { old in
      if isFirst { try saved.write(toFile: file.path, atomically: true, encoding: .utf8) }
      isFirst = false
      return old + "color = \"never\"\n"
    }
    #expect(try text() == saved + "color = \"never\"\n")
    try remove()
  }

  @Test(
    arguments: [(0o600, 0o600), (0o640, 0o600), (0o644, 0o600), (0o400, 0o400)]
      as [(UInt32, UInt32)])
  func `a file keeps its mode, and one with a key is closed to others`(
    before: UInt32, withKey: UInt32
  ) throws {
    try file.set(.palette, to: "mono")
    try #require(chmod(file.path, before) == 0)
    try file.set(.palette, to: "default")
    #expect(try mode == before)
    try file.set(.key, to: "CG-x")
    #expect(try mode == withKey)
    try remove()
  }

  private var mode: UInt32 {
    get throws {
      var found = stat()
      try #require(stat(file.path, &found) == 0)
      return found.st_mode & 0o777
    }
  }
}
