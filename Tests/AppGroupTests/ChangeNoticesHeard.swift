import AppGroup
import Foundation
import Testing

/// Every change of the container's files by any process is noticed once, when it is complete.
///
/// - Reading, and other files, are not noticed.
/// - Too many changes at once count as a change of everything.
struct ChangeNoticesHeard {
  let temporary: TemporaryContainer
  let container: AppGroupContainer
  let notices: ChangeNotices

  init() throws {
    temporary = try TemporaryContainer(created: false)
    container = temporary.container
    notices = try ChangeNotices(container)
  }

  private func isReadable(within milliseconds: CInt = 0) -> Bool {
    var waiting = pollfd(fd: notices.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) == 1
  }

  @Test func `nothing is heard when nothing happens, and nothing waits`() {
    #expect(!isReadable())
    #expect(notices.drain().isEmpty)
  }

  @Test(arguments: [
    ("portfolio.json", ContainerChange.portfolio),
    ("refresh_data.json", .refreshData),
    ("refresh_status.json", .refreshStatus),
    ("watchlist.json", .lists),
    ("alerts.json", .lists),
  ])
  func `a file written is heard of once`(name: String, change: ContainerChange) throws {
    let path = "\(container.widgetData)/\(name)"
    for byte: UInt8 in 1...3 { try AtomicFile.write([byte], to: path) }
    #expect(isReadable())
    #expect(notices.drain() == [change])
    #expect(!isReadable())
    #expect(notices.drain().isEmpty)
  }

  @Test func `a file is not heard of before it is whole`() throws {
    let child = try ChildProcess(
      "exec 9>\"$1\"; echo half >&9; echo; read line; exit 0", container.portfolio)
    try #require(try child.awaitSign())
    #expect(notices.drain().isEmpty)
    try child.letGo()
    try #require(child.exitCode() == 0)
    #expect(notices.drain() == [.portfolio])
  }

  @Test func `another process wakes who waits`() throws {
    let child = try ChildProcess(
      "read line; echo '{}' >\"$1.new\"; mv \"$1.new\" \"$1\"", container.refreshData)
    try child.letGo()
    #expect(isReadable(within: 30_000))
    try #require(child.exitCode() == 0)
    #expect(notices.drain() == [.refreshData])
  }

  @Test func `a file removed is heard of`() throws {
    try AtomicFile.write([1], to: container.portfolio)
    _ = notices.drain()
    try #require(unlink(container.portfolio) == 0)
    #expect(notices.drain() == [.portfolio])
  }

  @Test func `who reads a file is not heard`() throws {
    try AtomicFile.write([1], to: container.portfolio)
    _ = notices.drain()
    _ = try AtomicFile.read(container.portfolio)
    #expect(notices.drain().isEmpty)
  }

  @Test func `other files are of no interest`() throws {
    try AtomicFile.write([1], to: "\(container.widgetData)/notes.json")
    try AtomicFile.write([1], to: "\(container.backups)/2026-04-28.sqlite")
    try AtomicFile.write([1], to: "\(container.folder)/other.sqlite")
    try ContainerLock(container).withLock {}
    #expect(notices.drain().isEmpty)
  }

  @Test func `the ledger is heard of when its log grows`() throws {
    let log = "\(container.database)-wal"
    let child = try ChildProcess("echo frame >>\"$1\"", log)
    try #require(child.exitCode() == 0)
    #expect(notices.drain() == [.ledger])
  }

  @Test func `the ledger is heard of when a backup takes its place`() throws {
    try AtomicFile.write([1], to: container.database)
    #expect(notices.drain() == [.ledger])
  }

  @Test func `who only reads the ledger is not heard`() throws {
    let log = "\(container.database)-wal"
    for path in [container.database, log] { try put("pages", at: path) }
    _ = notices.drain()
    let child = try ChildProcess(
      "exec 8<>\"$1\" 9<>\"$2\"; read a <&8; rm \"$2\"; exit 0",
      container.database, log)
    _ = child.exitCode()
    #expect(notices.drain().isEmpty)
  }

  @Test func `a flood is heard as everything`() throws {
    let limit = try #require(
      try text(at: "/proc/sys/fs/inotify/max_queued_events")
        .flatMap { Int($0.filter(\.isNumber)) })
    try #require(limit <= 100_000)
    // Alternate between two files, since equal adjacent events in the queue are merged.
    let files = try [container.database, "\(container.folder)/other"].map {
      let number = open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      try #require(number >= 0)
      return number
    }
    defer { for file in files { close(file) } }
    for index in 0...limit { _ = pwrite(files[index % 2], "x", 1, 0) }
    #expect(notices.drain() == [.portfolio, .refreshData, .refreshStatus, .lists, .ledger])
  }
}

/// A container folder that is removed or moved is reported, and new notices work again.
struct ChangeNoticesLost {
  @Test(arguments: ["rm -r \"$1\"", "mv \"$1\" \"$1.old\"", "mv \"$1/Library\" \"$1/old\""])
  func `a folder that goes is said to be lost, and new notices hear again`(script: String) throws {
    let temporary = try TemporaryContainer()
    let notices = try ChangeNotices(temporary.container)
    try #require(try ChildProcess(script, temporary.container.folder).exitCode() == 0)
    #expect(notices.drain().contains(.folderLost))

    let again = try ChangeNotices(temporary.container)
    try AtomicFile.write([1], to: temporary.container.portfolio)
    #expect(again.drain() == [.portfolio])
  }

  @Test func `a widget folder removed is said to be lost`() throws {
    let temporary = try TemporaryContainer()
    let notices = try ChangeNotices(temporary.container)
    try #require(rmdir(temporary.container.widgetData) == 0)
    #expect(notices.drain() == [.folderLost])
  }

  @Test func `a folder that cannot be made is an error`() throws {
    let temporary = try TemporaryContainer(created: false)
    try put("file", at: temporary.container.folder)
    #expect(throws: ContainerError.self) { try ChangeNotices(temporary.container) }
  }
}
