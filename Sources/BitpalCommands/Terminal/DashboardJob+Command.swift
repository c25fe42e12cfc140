import Dashboard
import FoundationEssentials
import Glibc

/// The words and the files of commands that the dashboard runs.
extension DashboardJob {
  /// The words of the command line.
  ///
  /// - Parameters:
  ///   - replaces: Whether a file that exists may be replaced.
  ///   - isPrivate: Whether amounts are masked in what it writes.
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

  /// The format that a file's name asks for.
  private static func format(of file: String) -> String {
    let name = file.lowercased()
    if name.hasSuffix(".json") { return "json" }
    return [".journal", ".hledger", ".ledger"].contains(where: name.hasSuffix) ? "hledger" : "csv"
  }

  /// Whether it would replace a file.
  var wouldReplace: Bool {
    guard isReplacing, let path = file?.withHomeFolder else { return false }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether it only reads, and so need not be waited for.
  var isOnlyRead: Bool { self == .verify }

  /// Runs it on the terminal, which is the shell's for that long, until the user has read it.
  ///
  /// - Parameter home: The folder of the portfolio that is shown, which the command works on too.
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
  /// A path with the user's own folder in place of `~`.
  var withHomeFolder: String {
    guard hasPrefix("~/"), let home = getenv("HOME") else { return self }
    return String(cString: home) + dropFirst()
  }

  /// The files that a path names: itself, or where there is no such file, those that its words and
  /// patterns such as `*.csv` name, as in a shell.
  fileprivate var matchingFiles: [String] {
    let path = withHomeFolder
    guard path.contains(where: "*?[ ".contains), access(path, F_OK) != 0 else { return [path] }
    let files = split(separator: " ").flatMap { word in
      var found = glob_t()
      defer { globfree(&found) }
      guard glob(String(word).withHomeFolder, 0, nil, &found) == 0 else { return [String]() }
      return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }
    // A name that begins with a dash is not an option.
    return files.isEmpty ? [path] : files.map { $0.hasPrefix("-") ? "./\($0)" : $0 }
  }

  /// A path that means the same from every folder.
  var absolutePath: String {
    let path = withHomeFolder
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
