import Foundation
import Testing

@testable import AppGroup

/// A file that cannot be written or read is an error that leaves no trace.
///
/// - Full disks, pipes, folders, names that are too long and files above the limit are refused.
/// - A missing file is not an error when it is read.
struct AtomicFileFaults {
  let temporary: TemporaryContainer
  let folder: String

  init() throws {
    temporary = try TemporaryContainer()
    folder = temporary.container.widgetData
  }

  @Test func `a folder in the file's place is an error and leaves no trace`() throws {
    let path = "\(folder)/portfolio.json"
    try #require(mkdir(path, 0o700) == 0)
    #expect(throws: ContainerError.refused(.write, path: path, code: EISDIR)) {
      try AtomicFile.write([1], to: path)
    }
    #expect(throws: ContainerError.refused(.read, path: path, code: EISDIR)) {
      try AtomicFile.read(path)
    }
    #expect(try names(in: folder) == ["portfolio.json"])
  }

  @Test func `a name too long is an error and leaves no trace`() throws {
    let path = "\(folder)/" + String(repeating: "n", count: 256)
    #expect(throws: ContainerError.refused(.write, path: path, code: ENAMETOOLONG)) {
      try AtomicFile.write([1], to: path)
    }
    #expect(try names(in: folder).isEmpty)
  }

  @Test func `the longest name there is can be written`() throws {
    let path = "\(folder)/" + String(repeating: "n", count: 255)
    try AtomicFile.write([1], to: path)
    #expect(try AtomicFile.read(path) == [1])
  }

  @Test func `a folder that is a file is an error`() throws {
    try put("file", at: "\(folder)/file")
    #expect { try AtomicFile.write([1], to: "\(folder)/file/portfolio.json") } throws: {
      ($0 as? ContainerError)?.code == ENOTDIR
    }
  }

  @Test func `a missing folder is an error when written to and no file when read`() throws {
    let path = "\(folder)/missing/portfolio.json"
    #expect { try AtomicFile.write([1], to: path) } throws: {
      ($0 as? ContainerError)?.code == ENOENT
    }
    #expect(try AtomicFile.read(path) == nil)
  }

  @Test func `a full disk is an error`() throws {
    let full = try Descriptor("/dev/full", O_WRONLY, for: .write)
    #expect(throws: ContainerError.refused(.write, path: "/dev/full", code: ENOSPC)) {
      try full.write([1], path: "/dev/full")
    }
  }

  @Test func `a pipe is refused and not waited for`() throws {
    let path = "\(folder)/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: ContainerError.refused(.read, path: path, code: EINVAL)) {
      try AtomicFile.read(path)
    }
  }

  @Test func `a file above the limit is refused, one at the limit is read`() throws {
    let path = "\(folder)/portfolio.json"
    try AtomicFile.write([UInt8](repeating: 1, count: 11), to: path)
    #expect(try AtomicFile.read(path, limit: 11)?.count == 11)
    #expect(throws: ContainerError.tooLarge(path: path, limit: 10)) {
      try AtomicFile.read(path, limit: 10)
    }
  }
}

/// A damaged file is kept under a name with the time, and no kept file is overwritten.
struct FilesSetAside {
  /// A quarter of a second after noon (UTC) of 28 April 2026.
  let noon = Date(timeIntervalSince1970: 1_777_377_600.25)

  @Test func `a damaged file keeps its bytes under a name with the time`() throws {
    let temporary = try TemporaryContainer()
    let path = temporary.container.portfolio
    try put("{damaged", at: path)
    let kept = try AtomicFile.setAside(path, at: noon)
    #expect(kept == "\(path).corrupt-20260428T120000Z")
    #expect(try text(at: kept) == "{damaged")
    // The original stays until it is replaced, so that a crash in between loses nothing.
    #expect(try text(at: path) == "{damaged")
    try AtomicFile.write(Array("{}".utf8), to: path)
    #expect(try text(at: kept) == "{damaged")
  }

  @Test func `a damaged file is moved where the file system has no links`() throws {
    let temporary = try TemporaryContainer()
    let path = temporary.container.portfolio
    try put("{damaged", at: path)
    let kept = try AtomicFile.setAside(path, at: noon) { _, _ in
      errno = EPERM
      return -1
    }
    #expect(try text(at: kept) == "{damaged")
    #expect(try AtomicFile.read(path) == nil)
  }

  @Test func `nothing kept is ever overwritten`() throws {
    let temporary = try TemporaryContainer()
    let path = temporary.container.portfolio
    let kept = try ["first", "second", "third"].map { content in
      try AtomicFile.write(Array(content.utf8), to: path)
      return try AtomicFile.setAside(path, at: noon)
    }
    #expect(
      kept == ["", "-2", "-3"].map { "\(path).corrupt-20260428T120000Z\($0)" })
    #expect(try kept.map(text(at:)) == ["first", "second", "third"])
  }

  @Test func `a file that is gone is an error and leaves no trace`() throws {
    let temporary = try TemporaryContainer()
    let path = temporary.container.portfolio
    #expect(throws: ContainerError.refused(.setAside, path: path, code: ENOENT)) {
      try AtomicFile.setAside(path, at: noon)
    }
    #expect(try names(in: temporary.container.widgetData).isEmpty)
  }
}

extension ContainerError {
  fileprivate var code: CInt? {
    if case .refused(_, _, let code) = self { code } else { nil }
  }
}
