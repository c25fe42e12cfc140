import Dashboard
import FoundationEssentials
import Glibc

/// Steps aside for commands of the shell and comes back.
extension DashboardJob {
  /// The words of the command line.
  var arguments: [String] {
    switch self {
    case .importFile(let file): ["import", file.withHomeFolder]
    case .export(let file):
      ["export", "--format", file.hasSuffix(".json") ? "json" : "csv", "-o", file.withHomeFolder]
    case .backup: ["backup"]
    case .verify: ["verify"]
    }
  }

  /// Runs it on the terminal, which is the shell's for that long, until the user has read it.
  ///
  /// - Parameter home: The folder of the portfolio that is shown, which the command works on too.
  func run(home: String) {
    Console.write("bitpal \(arguments.joined(separator: " "))\n")
    let status = Self.wait(for: arguments, home: home)
    let end = status == 0 ? "" : " It ended with code \(status)."
    Console.write("\nPress Enter to go back to the dashboard.\(end)\n")
    while let character = Self.readCharacter(), character != 10, character != 13 {}
  }

  private static func wait(for arguments: [String], home: String) -> Int32 {
    let former = getenv("BITPAL_HOME").map { String(cString: $0) }
    setenv("BITPAL_HOME", home, 1)
    defer {
      if let former { setenv("BITPAL_HOME", former, 1) } else { unsetenv("BITPAL_HOME") }
    }
    var words: [UnsafeMutablePointer<CChar>?] = (["bitpal"] + arguments).map { word in
      word.withCString { strdup($0) }
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, "/proc/self/exe", nil, nil, &words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
  }

  private static func readCharacter() -> UInt8? {
    var byte: UInt8 = 0
    let count = read(STDIN_FILENO, &byte, 1)
    return count == 1 ? byte : nil
  }
}

extension String {
  /// A path with the user's own folder in place of `~`.
  fileprivate var withHomeFolder: String {
    guard hasPrefix("~/"), let home = getenv("HOME") else { return self }
    return String(cString: home) + dropFirst()
  }
}
