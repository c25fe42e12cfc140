import Foundation
import Testing

/// What a run of the program left behind.
struct Ended {
  let status: Int32
  let output: String
  let complaints: String
}

/// A user's machine for one test: a home of its own, and the built program.
///
/// A test and its price server use it in turn, never at once.
final class Desk: @unchecked Sendable {
  let home: String
  var environment: [String: String]

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "bitpal-desk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    home = folder.path
    environment = [
      "BITPAL_HOME": "\(folder.path)/home", "HOME": folder.path, "TMPDIR": folder.path,
      "LANG": "C.UTF-8", "TERM": "xterm-256color", "PATH": "/usr/local/bin:/usr/bin:/bin",
      // Nobody listens on port 1: a test that wants prices starts a server.
      "BITPAL_API_BASE_URL": "http://127.0.0.1:1/api/v3",
    ]
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: home) } catch {
      Issue.record("\(home) was left behind: \(error)")
    }
  }

  /// The built program, beside the tests that run it.
  static var program: String {
    get throws {
      if let named = ProcessInfo.processInfo.environment["BITPAL_BINARY"] { return named }
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: tests).deletingLastPathComponent()
        .appendingPathComponent("bitpal").path
    }
  }

  var container: String { "\(home)/home/group.com.bitpal.shared" }
  var widgetData: String { "\(container)/Library/Application Support/WidgetData" }

  /// Runs the program without a terminal and waits for its end.
  @discardableResult
  func bitpal(_ arguments: String..., input: String = "") throws -> Ended {
    try run(arguments, input: input)
  }

  /// The same with arguments that come as a list.
  func run(_ arguments: [String], input: String = "") throws -> Ended {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.program)
    process.arguments = arguments
    process.environment = environment
    let folder = URL(fileURLWithPath: home)
    let paths = ["in", "out", "err"].map { folder.appendingPathComponent("\(UUID()).\($0)") }
    for path in paths { try Data(path == paths[0] ? input.utf8 : "".utf8).write(to: path) }
    process.standardInput = try FileHandle(forReadingFrom: paths[0])
    process.standardOutput = try FileHandle(forWritingTo: paths[1])
    process.standardError = try FileHandle(forWritingTo: paths[2])
    try process.run()
    process.waitUntilExit()
    return Ended(
      status: process.terminationStatus, output: try String(contentsOf: paths[1], encoding: .utf8),
      complaints: try String(contentsOf: paths[2], encoding: .utf8))
  }

  /// Writes a file into the home and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = "\(home)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Records the trades of issue 2's example: buy 2 at 40,000, sell 1 at 50,000.
  func recordExample() throws {
    try bitpal("buy", "bitcoin", "2", "--price", "40000", "--date", "2025-01-02")
    try bitpal("sell", "bitcoin", "1", "--price", "50000", "--date", "2025-02-03")
  }
}
