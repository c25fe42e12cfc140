import Foundation
import Testing

@testable import BitpalCommands

/// Clipboard programs, each a script in its own folder.
final class ClipboardTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "bitpal-clipboard-\(UUID().uuidString)"
  ).path

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
  }

  /// Writes the script from another process: a file open for writing cannot be executed, and any
  /// child that another test starts meanwhile would inherit the descriptor.
  private func install(_ name: String, _ script: String) throws {
    let path = "\(folder)/\(name)"
    let pipe = try #require(popen("cat > '\(path)' && chmod 700 '\(path)'", "w"))
    fputs("#!/bin/sh\n\(script)\n", pipe)
    try #require(pclose(pipe) == 0)
  }

  private func result(
    _ environment: [String: String], patience: Duration = .seconds(30)
  ) throws -> Clipboard.Result {
    let environment = environment.merging(["PATH": "/nowhere:\(folder)"]) { $1 }
    let clipboard = try Clipboard(environment, patience: patience)
    clipboard.copy("SOL\t60")
    var waiting = pollfd(fd: clipboard.descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 30_000) == 1)
    let results = clipboard.nextResults()
    return try #require(results.count == 1 ? results.first : nil)
  }

  private func copied() throws -> String {
    try String(contentsOfFile: "\(folder)/taken", encoding: .utf8)
  }

  @Test(arguments: [
    ("TMUX", "tmux", "load-buffer -w -"), ("WAYLAND_DISPLAY", "wl-copy", ""),
    ("DISPLAY", "xclip", "-selection clipboard"), ("DISPLAY", "xsel", "--clipboard --input"),
    ("HOME", "pbcopy", ""),
  ])
  func `the program that is there gets the text`(variable: String, name: String, words: String)
    throws
  {
    try install(name, "{ cat; echo \" $*\"; } > '\(folder)/taken'")
    #expect(try result([variable: "x"]) == .copied)
    #expect(try copied() == "SOL\t60 \(words)\n")
  }

  @Test func `what no program takes is still to be copied`() throws {
    #expect(try result([:]) == .refused("SOL\t60"))
    try install("tmux", "exit 1")
    #expect(try result(["TMUX": "x"]) == .refused("SOL\t60"))
    #expect(try result(["TMUX": ""]) == .refused("SOL\t60"))
  }

  @Test func `the next program takes what the first refuses`() throws {
    try install("tmux", "exit 1")
    try install("wl-copy", "cat > '\(folder)/taken'")
    #expect(try result(["TMUX": "x", "WAYLAND_DISPLAY": "x"]) == .copied)
    #expect(try copied() == "SOL\t60")
  }

  @Test func `a program that does not end is ended`() throws {
    try install("wl-copy", "exec tail -f /dev/null")
    #expect(
      try result(["WAYLAND_DISPLAY": "x"], patience: .milliseconds(200)) == .refused("SOL\t60"))
  }
}
