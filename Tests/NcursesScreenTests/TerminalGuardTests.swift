import Glibc
import NcursesScreen
import Testing

/// The terminal is restored on every signal that ends a program, other than crashes.
struct TerminalGuardTests {
  private static let crashes = [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS]

  /// Signals reserved by the C library, and one that cannot be handled.
  private static let others = [SIGKILL, 32, 33]

  @Test func `the list of ending signals is what the system ends a program by`() throws {
    let deadly = try (1...64).filter { try isDeadly($0) }
    #expect(Set(TerminalGuard.endings + Self.crashes + Self.others) == Set(deadly))
    #expect(Set(TerminalGuard.endings).isDisjoint(with: Self.crashes + Self.others))
  }

  /// Whether the signal terminates a shell that sends it to itself.
  private func isDeadly(_ number: Int32) throws -> Bool {
    guard !Self.others.contains(number) else { return true }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Test threads block signals, and may ignore some.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let script = "ulimit -c 0; kill -\(number) $$"
    var words: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", script].map { text in
      text.withCString { strdup($0) }
    }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var process = pid_t()
    try #require(posix_spawn(&process, "/bin/sh", nil, &attributes, words, environ) == 0)
    var status: Int32 = 0
    while waitpid(process, &status, WUNTRACED) < 0, errno == EINTR {}
    // Kill a process that was stopped by the signal.
    if status & 0xFF == 0x7F {
      kill(process, SIGKILL)
      while waitpid(process, nil, 0) < 0, errno == EINTR {}
      return false
    }
    return status & 0x7F == number
  }
}
