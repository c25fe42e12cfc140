import BitpalTesting
import Foundation
import Synchronization
import Testing

@testable import AppGroup

/// Only one process or thread changes the container at a time, and no change is lost.
///
/// - The lock is released after an error and when its process is killed.
/// - A lock that stays held is refused after five seconds, a busy one after a minute.
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
    let (lockFile, holder) = (lockFile, child.pid)
    let waited = Mutex(false)
    let lock = ContainerLock(
      temporary.container,
      .init(pause: { _ in
        guard !waited.withLock({ exchange(&$0) }) else { return }
        unlink(lockFile)
        kill(holder, SIGKILL)
      }))
    let othersGetIn = try lock.withLock { try others("-x") }
    #expect(!othersGetIn && waited.withLock { $0 })
  }

  @Test func `a lock that another keeps is refused after five seconds`() throws {
    let child = try ChildProcess("exec 9>>\"$1\"; flock 9; echo; read line; exit 0", lockFile)
    try #require(try child.awaitSign())
    let time = Mutex(Duration.zero)
    let lock = ContainerLock(
      temporary.container,
      .init(
        clock: { time.withLock { $0 } }, pause: { interval in time.withLock { $0 += interval } }))
    let refusal = ContainerError.refused(.lock, path: lockFile, code: EWOULDBLOCK)
    #expect(throws: refusal) { try lock.withLock {} }
    #expect(time.withLock { $0 } == .seconds(5))
    #expect(
      refusal.sentence == "Kept locked by another bitpal: could not lock \(lockFile). "
        + "End the one that hangs.")
    child.kill()
    #expect(try lock.withLock { 7 } == 7)
    #expect(time.withLock { $0 } == .seconds(5), "a free lock is not waited for")
  }

  @Test func `a lock that goes from holder to holder is waited for, but no longer than a minute`()
    throws
  {
    let child = try ChildProcess("exec 9>>\"$1\"; flock 9; echo; read line; exit 0", lockFile)
    try #require(try child.awaitSign())
    let time = Mutex(Duration.zero)
    let lockFile = lockFile
    let lock = ContainerLock(
      temporary.container,
      .init(
        clock: { time.withLock { $0 } },
        pause: { interval in
          let seconds = time.withLock { time in
            time += interval
            return time / .seconds(1)
          }
          // Another process acquires the lock every four seconds.
          let taken = timespec(tv_sec: Int(seconds / 4), tv_nsec: 0)
          utimensat(AT_FDCWD, lockFile, [taken, taken], 0)
        }))
    #expect(throws: ContainerError.refused(.lock, path: lockFile, code: EWOULDBLOCK)) {
      try lock.withLock {}
    }
    #expect(time.withLock { $0 } == .seconds(60))
  }

  @Test func `a lock file that cannot be made is an error`() throws {
    let nowhere = try TemporaryContainer(created: false)
    let path = nowhere.container.lockFile
    #expect(throws: ContainerError.refused(.lock, path: path, code: ENOENT)) {
      try ContainerLock(nowhere.container).withLock {}
    }
  }
}

/// Sets a flag and returns its previous value.
private func exchange(_ flag: inout Bool) -> Bool {
  defer { flag = true }
  return flag
}
