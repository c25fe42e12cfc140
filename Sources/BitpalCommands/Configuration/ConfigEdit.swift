import AppGroup
import ArgumentParser
import FoundationEssentials
import Glibc

/// `bitpal config edit`.
struct ConfigEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    verb: "edit", abstract: "Open the configuration file in $VISUAL or $EDITOR.",
    discussion: examples(
      "bitpal config edit", "bitpal config edit && bitpal config", "EDITOR=nano bitpal config edit")
  )

  func run() throws {
    let file = try Config.file()
    try file.makeIfMissing()
    let environment = ProcessInfo.processInfo.environment
    let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
    let editor = named.first { !$0.isEmpty } ?? "vi"
    // The editor may have options; the path is a separate argument, so that no shell interprets it.
    let script = "\(keepingShell) \(editor) \"$1\""
    let status = try Self.run(["/bin/sh", "-c", script, "sh", file.path])
    guard status == 0 else {
      throw CommandFailure("The editor \(editor) exited with an error.", .inputOutput)
    }
    // Report errors now rather than in the next command.
    _ = try file.configuration()
  }

  private static func run(_ words: [String]) throws -> Int32 {
    var arguments = words.map { strdup($0) }
    defer { arguments.forEach { free($0) } }
    arguments.append(nil)
    return try leavingInterrupts {
      var pid: pid_t = 0
      let code = posix_spawn(&pid, words[0], nil, nil, arguments, environ)
      guard code == 0 else {
        throw CommandFailure(
          "\(String(cString: strerror(code))): no editor could be started.", .inputOutput)
      }
      return waitForEnd(of: pid)
    }
  }
}
