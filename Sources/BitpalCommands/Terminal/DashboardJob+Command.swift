import Dashboard
import FoundationEssentials
import Glibc

/// Command lines and files of the commands that the dashboard runs.
extension DashboardJob {
  /// The arguments of the command.
  ///
  /// - Parameters:
  ///   - replaces: Whether it may replace an existing file.
  ///   - isPrivate: Whether to mask amounts in its output.
  func arguments(replaces: Bool = false, isPrivate: Bool = false) -> [String] {
    let force = replaces ? ["--force"] : []
    return switch self {
    case .importFile(let file): ["import"] + file.matchingFiles
    case .export(let file):
      ["export", "--format", Self.format(of: file), "-o", file.withHomeFolder] + force
    case .backup(let file):
      ["backup"] + (file.isEmpty ? [] : [file.withHomeFolder]) + force
    case .verify: ["verify"] + (isPrivate ? ["--private"] : [])
    case .alert(let words): ["alert", "add"] + words.split(separator: " ").map(String.init)
    case .removeAlert(let id, _): ["alert", "remove", id.uuidString]
    }
  }

  /// The format that a file's extension indicates.
  private static func format(of file: String) -> String {
    let name = file.lowercased()
    if name.hasSuffix(".json") { return "json" }
    return [".journal", ".hledger", ".ledger"].contains(where: name.hasSuffix) ? "hledger" : "csv"
  }

  /// Whether it would replace an existing file.
  var wouldReplace: Bool {
    guard isReplacing, let path = file?.withHomeFolder else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether it only reads, so closing needn't wait for it.
  var isOnlyRead: Bool { self == .verify }

  /// Runs it on the terminal outside the dashboard until the user has read its output.
  ///
  /// - Parameter home: The folder of the portfolio shown, which the command uses too.
  func runInTerminal(home: String) {
    let words = arguments()
    Console.write("bitpal \(words.joined(separator: " "))\n")
    leavingInterrupts { _ = ChildCommand(words, home: home)?.wait() }
    Console.write("\nPress Enter to go back to the dashboard.\n")
    while let character = Self.readCharacter(), character != 10, character != 13 {}
  }

  private static func readCharacter() -> UInt8? {
    var byte: UInt8 = 0
    let count = read(STDIN_FILENO, &byte, 1)
    return count == 1 ? byte : nil
  }
}

extension String {
  /// The path with `~` expanded to the home folder.
  var withHomeFolder: String {
    guard hasPrefix("~/"), let home = getenv("HOME") else { return self }
    return String(cString: home) + dropFirst()
  }

  /// The files that a path names: the path itself, or if it doesn't exist, the files matching its
  /// words and patterns such as `*.csv`, as in a shell.
  fileprivate var matchingFiles: [String] {
    let path = withHomeFolder
    guard path.contains(where: "*?[ ".contains), access(path, F_OK) != 0 else { return [path] }
    let files = split(separator: " ").flatMap { word in
      var found = glob_t()
      defer { globfree(&found) }
      guard glob(String(word).withHomeFolder, 0, nil, &found) == 0 else { return [String]() }
      return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }
    // Protect names that begin with a dash from being read as options.
    return files.isEmpty ? [path] : files.map { $0.hasPrefix("-") ? "./\($0)" : $0 }
  }

  /// The path made absolute.
  var absolutePath: String {
    let path = withHomeFolder
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
