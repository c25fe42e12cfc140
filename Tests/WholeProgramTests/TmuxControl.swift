import Foundation
import Glibc
import Testing

/// A tmux client in control mode, which sends commands and receives notices about terminal output,
/// so that waiting tests neither start programs nor poll.
final class TmuxControl {
  private let process: pid_t
  /// Sends commands, and receives responses and notices.
  private let socket: Int32
  private var pending: [UInt8] = []

  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// Attaches to the only session of a server.
  init(server: String, environment: [String: String]) throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
    socket = ends[0]
    defer { close(ends[1]) }
    let words = ["-L", server, "-C", "attach-session"]
    process = try start("/usr/bin/tmux", words, environment: environment) { [ends] actions in
      posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    _ = try answer(to: "attach-session")
  }

  deinit {
    close(socket)
    // A server that is exiting may never release its client.
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Runs a command and returns its output.
  func run(_ words: [String]) throws -> String {
    let line = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    let bytes = Array("\(line)\n".utf8)
    guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failed(description: "tmux takes no command: \(line)")
    }
    return try answer(to: line)
  }

  /// Waits briefly for terminal output; other conditions that tests wait for send no notice.
  func waitForOutput() throws { _ = try nextLine(within: 50) }

  /// The lines of the next response; notices may precede it.
  private func answer(to command: String) throws -> String {
    var lines: [String] = []
    var mark: Substring?
    while let line = try nextLine(within: 30_000) {
      if let mark {
        if line == "%end\(mark)" { return lines.map { "\($0)\n" }.joined() }
        if line == "%error\(mark)" { throw Failed(description: "\(command): \(lines)") }
        lines.append(line)
      } else if line.hasPrefix("%begin") {
        mark = line.dropFirst("%begin".count)
      }
    }
    throw Failed(description: "tmux does not answer \(command)")
  }

  /// The next complete line; `nil` after a timeout or at the end.
  private func nextLine(within milliseconds: Int32) throws -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...end) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(socket, &buffer, buffer.count)
      guard count > 0 else { return nil }
      pending += buffer.prefix(count)
    }
  }
}
