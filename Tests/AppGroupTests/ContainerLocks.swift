import AppGroup
import Foundation
import Testing

struct ContainerLocks {
  let temporary: TemporaryContainer
  let lock: ContainerLock
  var lockFile: String { temporary.container.lockFile }

  init() throws {
    temporary = try TemporaryContainer()
    lock = ContainerLock(temporary.container)
  }

  private func others(_ mode: String) throws -> Bool {
    try ChildProcess("flock $2 -n \"$1\" true", lockFile, mode).exitCode() == 0
  }

  @Test func `the lock keeps every other process out until it is over`() throws {
    let entered = try lock.withLock { [try others("-x"), try others("-s")] }
    #expect(entered == [false, false])
    #expect(try others("-x"))
    #expect(try mode(of: lockFile) & 0o077 == 0)
  }

  @Test func `the lock is let go when the body throws`() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) { try lock.withLock { throw Refusal() } }
    #expect(try others("-x"))
  }

  @Test func `a process that is killed lets go of the lock`() throws {
    let child = try ChildProcess("exec 9>>\"$1\"; flock 9; echo; exec cat", lockFile)
    try #require(try child.awaitSign())
    #expect(try others("-s") == false)
    child.kill()
    #expect(try lock.withLock { 7 } == 7)
  }

  @Test func `processes and threads lose none of each other's changes`() async throws {
    let path = temporary.container.refreshStatus
    let (lock, lockFile) = (lock, lockFile)
    try put("0\n", at: path)
    let children = try (1...3).map { _ in
      try ChildProcess(
        """
        for i in 1 2 3 4 5 6 7 8 9 10
        do flock "$1" sh -c 'read n <"$1"; echo $((n + 1)) >"$1"' sh "$2"; done
        """, lockFile, path)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...3 {
        group.addTask {
          for _ in 1...20 {
            try lock.withLock {
              let line = try #require(try text(at: path))
              let count = try #require(Int(line.dropLast()))
              try AtomicFile.write(Array("\(count + 1)\n".utf8), to: path)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for child in children { #expect(child.exitCode() == 0) }
    #expect(try text(at: path) == "90\n")
  }

  @Test func `who waited at a lock file since removed takes the new one`() throws {
    let child = try ChildProcess("exec 9>>\"$1\"; flock 9; echo; read line; exit 0", lockFile)
    try #require(try child.awaitSign())
    let (lock, lockFile) = (lock, lockFile)
    let (finished, othersGetIn) = (DispatchSemaphore(value: 0), Box<Bool?>(nil))
    Thread.detachNewThread {
      defer { finished.signal() }
      do {
        othersGetIn.value = try lock.withLock {
          try ChildProcess("flock -n \"$1\" true", lockFile).exitCode() == 0
        }
      } catch { Issue.record(error) }
    }
    var found = stat()
    try #require(stat(lockFile, &found) == 0)
    while try !hasWaiter(inode: found.st_ino) { sched_yield() }
    try #require(unlink(lockFile) == 0)
    try child.letGo()
    finished.wait()
    #expect(othersGetIn.value == false)
  }

  @Test func `a lock file that cannot be made is an error`() throws {
    let nowhere = try TemporaryContainer(created: false)
    let path = nowhere.container.lockFile
    #expect(throws: ContainerError.refused(.lock, path: path, code: ENOENT)) {
      try ContainerLock(nowhere.container).withLock {}
    }
  }
}

/// Whether somebody waits for the lock of a file: the kernel lists who waits with an arrow.
private func hasWaiter(inode: ino_t) throws -> Bool {
  try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
    .contains { $0.contains("-> FLOCK") && $0.contains(":\(inode) ") }
}

/// One value handed from a thread to the one that waits for it.
private final class Box<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
