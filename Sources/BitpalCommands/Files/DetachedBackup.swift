import Application
import Glibc

extension PortfolioService {
  /// Makes today's backup in a separate process, so that no command waits for it.
  ///
  /// If none can be started, it makes the backup in this process.
  func backUpDetached() {
    if startBackup() { return }
    do { try backUpOncePerDay() } catch {
      Console.writeError(ChangeNote.backupFailed(error).sentence)
    }
  }

  /// `POSIX_SPAWN_SETSID`, which the C library declares only for GNU programs.
  private static let newSession: Int16 = 0x80

  /// Starts `bitpal backup --daily`, which outlives this process and its terminal.
  private func startBackup() -> Bool {
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return false }
    defer { posix_spawnattr_destroy(&attributes) }
    guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ["bitpal", "backup", "--daily"].map { word in
      word.withCString { strdup($0) }
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    return posix_spawn(&process, "/proc/self/exe", &actions, &attributes, &words, environ) == 0
  }
}
