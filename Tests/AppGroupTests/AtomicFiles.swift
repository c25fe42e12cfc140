import BitpalTesting
import Foundation
import Testing

@testable import AppGroup

/// A file is replaced as a whole: a reader sees the old one or the new one, never a part.
///
/// - Files are private to the user and keep their owner and group.
/// - A file that another program changed in the meantime stays as it is.
/// - A write that fails leaves the old file and nothing else.
/// - A symbolic link is replaced, and its target is not touched.
struct AtomicFiles {
  let temporary: TemporaryContainer
  let path: String

  init() throws {
    temporary = try TemporaryContainer()
    path = temporary.container.portfolio
  }

  private var siblings: Set<String> { get throws { try names(in: temporary.container.widgetData) } }

  @Test(arguments: [0, 1, 65_536, 65_537, 1_000_000])
  func `what is written is read back`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try AtomicFile.write(bytes, to: path)
    #expect(try AtomicFile.read(path) == bytes)
    #expect(try mode(of: path) == 0o600)
    #expect(try siblings == ["portfolio.json"])
  }

  @Test func `an open file is replaced by a private one`() throws {
    try put("old", at: path)
    try #require(chmod(path, 0o644) == 0)
    try AtomicFile.write(Array("new".utf8), to: path)
    #expect(try mode(of: path) == 0o600)
  }

  @Test func `a file keeps its owner and group when it is replaced, as under sudo`() throws {
    try put("old", at: path)
    // Only root can give a file away; other users test with their own ids.
    let isRoot = geteuid() == 0
    let (user, group) = isRoot ? (1234, 2345) : (geteuid(), getegid())
    try #require(chown(path, user, group) == 0)
    try AtomicFile.write(Array("new".utf8), to: path)
    var found = stat()
    try #require(stat(path, &found) == 0)
    #expect(found.st_uid == user && found.st_gid == group)
    #expect(try mode(of: path) == 0o600)
  }

  @Test func `a new file of root's belongs to the owner of its folder`() throws {
    let (user, group) = geteuid() == 0 ? (1234, 2345) : (geteuid(), getegid())
    try #require(chown(temporary.container.widgetData, user, group) == 0)
    try AtomicFile.write(Array("new".utf8), to: path)
    var found = stat()
    try #require(stat(path, &found) == 0)
    #expect(found.st_uid == user && found.st_gid == group)
  }

  @Test(arguments: [0o600, 0o640, 0o644])
  func `a file that is replaced as it was read gets the mode that is asked for`(
    mode: UInt32
  ) throws {
    try AtomicFile.write(Array("first".utf8), to: path, replacing: nil, mode: mode)
    #expect(try BitpalTesting.mode(of: path) == mode)
    try AtomicFile.write(
      Array("second".utf8), to: path, replacing: Array("first".utf8), mode: mode)
    #expect(try text(at: path) == "second")
    #expect(try BitpalTesting.mode(of: path) == mode)
  }

  @Test(arguments: [nil, "", "another", "read and more"])
  func `a file that is not as it was read stays as it is`(found: String?) throws {
    if let found { try put(found, at: path) }
    #expect(throws: AtomicFile.Changed.self) {
      try AtomicFile.write(
        Array("new".utf8), to: path, replacing: Array("read".utf8), mode: 0o600)
    }
    #expect(try text(at: path) == found)
    #expect(try siblings == (found == nil ? [] : ["portfolio.json"]))
  }

  @Test func `a symbolic link is replaced, what it points to is not touched`() throws {
    let target = "\(temporary.home)/target"
    try put("target", at: target)
    try #require(symlink(target, path) == 0)
    try AtomicFile.write(Array("new".utf8), to: path)
    #expect(try text(at: path) == "new")
    #expect(try text(at: target) == "target")
  }

  @Test func `a reader that opened the old file keeps the old bytes`() throws {
    try AtomicFile.write(Array("old".utf8), to: path)
    let reader = try Descriptor(path, O_RDONLY, for: .read)
    try AtomicFile.write(Array("new".utf8), to: path)
    #expect(try reader.read(path: path, limit: 10) == Array("old".utf8))
  }

  @Test(arguments: AtomicFile.Step.allCases)
  func `until its new name a file is the old one, and then the new`(last: AtomicFile.Step) throws {
    try AtomicFile.write(Array("old".utf8), to: path)
    let full = ContainerError.refused(.write, path: path, code: ENOSPC)
    var seen: [String?] = []
    #expect(throws: full) {
      try AtomicFile.write(Array("new".utf8), to: path) { (step) throws(ContainerError) in
        seen.append(try AtomicFile.read(path).map { String(decoding: $0, as: UTF8.self) })
        if step == last { throw full }
      }
    }
    let expected = ["old", "old", "old", "new"]
    #expect(seen.count <= expected.count)
    #expect(seen == Array(expected.prefix(seen.count)))
    #expect(try text(at: path) == (last == .renamed ? "new" : "old"))
    #expect(try siblings == ["portfolio.json"])
  }

  @Test func `a cache waits for no disk and has its name when it is complete`() throws {
    try AtomicFile.write(Array("old".utf8), to: path)
    var seen: [AtomicFile.Step] = []
    try AtomicFile.write(Array("new".utf8), to: path, isDurable: false) {
      (step) throws(ContainerError) in
      seen.append(step)
      let bytes = try AtomicFile.read(path)
      #expect(bytes == Array((step == .renamed ? "new" : "old").utf8))
    }
    #expect(seen == [.created, .written, .renamed])
    #expect(try siblings == ["portfolio.json"])
  }

  @Test func `a file of many pieces has its name when it is complete`() throws {
    try AtomicFile.write(Array("old".utf8), to: path)
    let piece = [UInt8](repeating: 7, count: 1000)
    try AtomicFile.write(to: path) { append in
      for _ in 0..<100 { try append(piece) }
      #expect(try AtomicFile.read(path) == Array("old".utf8))
    }
    #expect(try AtomicFile.read(path) == [UInt8](repeating: 7, count: 100_000))
    #expect(try siblings == ["portfolio.json"])
  }

  @Test func `a file whose pieces end in a failure stays what it was`() throws {
    struct Failure: Error {}
    try AtomicFile.write(Array("old".utf8), to: path)
    #expect(throws: Failure.self) {
      try AtomicFile.write(to: path) { append in
        try append(Array("new".utf8))
        throw Failure()
      }
    }
    #expect(try text(at: path) == "old")
    #expect(try siblings == ["portfolio.json"])
  }

  @Test func `a thousand writes show a reader only whole files, never an older one`() async throws {
    let path = path
    let size = 20_000
    try AtomicFile.write([UInt8](repeating: 0, count: size), to: path)
    let writes = 1000
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for number in 1...writes {
          let byte = UInt8(number * 255 / writes)
          try AtomicFile.write([UInt8](repeating: byte, count: size), to: path)
        }
      }
      group.addTask {
        var newest: UInt8 = 0
        while newest < 255 {
          let bytes = try #require(try AtomicFile.read(path))
          try #require(bytes.count == size)
          let byte = bytes[0]
          try #require(byte >= newest && bytes.allSatisfy { $0 == byte })
          newest = byte
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    #expect(try siblings == ["portfolio.json"])
  }
}

/// Temporary files of writers that died are removed, and those of active writers are not.
struct AtomicFileLeftovers {
  @Test func `what a dead writer left is removed by the next write`() throws {
    let temporary = try TemporaryContainer()
    let folder = temporary.container.widgetData
    // The id of this living process: ids are reused, so that a match proves nothing.
    try put("half", at: "\(folder)/.bitpal-\(getpid())-7.tmp")
    try put("half", at: "\(folder)/.bitpal-99999999-1.tmp")
    try put("foreign", at: "\(folder)/.bitpal-notes")
    try AtomicFile.write([1], to: temporary.container.portfolio)
    #expect(try names(in: folder) == ["portfolio.json", ".bitpal-notes"])
  }

  @Test func `what a living writer holds is left alone`() throws {
    let temporary = try TemporaryContainer()
    let path = temporary.container.portfolio
    try AtomicFile.write(Array("slow".utf8), to: path) { (step) throws(ContainerError) in
      guard step != .renamed else { return }
      try AtomicFile.write(Array("quick \(step)".utf8), to: path)
    }
    #expect(try text(at: path) == "slow")
    #expect(try names(in: temporary.container.widgetData) == ["portfolio.json"])
  }

  @Test func `a writer that is killed leaves nothing for long`() throws {
    let temporary = try TemporaryContainer()
    let folder = temporary.container.widgetData
    let half = "\(folder)/.bitpal-1-1.tmp"
    let child = try ChildProcess("exec 9>>\"$1\"; flock 9; echo; exec cat", half)
    try #require(try child.awaitSign())
    try AtomicFile.write([1], to: temporary.container.portfolio)
    #expect(try names(in: folder) == ["portfolio.json", ".bitpal-1-1.tmp"])
    child.kill()
    try AtomicFile.write([2], to: temporary.container.portfolio)
    #expect(try names(in: folder) == ["portfolio.json"])
  }
}
