import Foundation
import Testing

/// An `openssl s_server` that shows a certificate nobody signed but itself.
final class PricesTLSServer {
  private let server = Process()
  // Held open: the server ends when its input does.
  private let input = Pipe()
  let certificate: String
  private(set) var baseURL = ""

  /// Makes a certificate for 127.0.0.1 and starts the server, which serves the files of a folder as
  /// whole answers.
  init(in folder: String) throws {
    certificate = "\(folder)/certificate.pem"
    let maker = Process()
    prepare(
      maker, in: folder,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "key.pem", "-out", "certificate.pem", "-days", "2", "-subj", "/CN=test",
        "-addext", "subjectAltName=IP:127.0.0.1",
      ])
    try maker.run()
    maker.waitUntilExit()
    try #require(maker.terminationStatus == 0, "openssl is needed to make a certificate")
    let output = Pipe()
    prepare(
      server, in: folder,
      [
        "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem",
        "-HTTP",
      ])
    server.standardInput = input
    server.standardOutput = output
    try server.run()
    var said = ""
    // Comes when the server listens: "ACCEPT 127.0.0.1:40321".
    while !(said.split(separator: "ACCEPT ").last?.contains("\n") ?? false)
      || !said.contains("ACCEPT ")
    {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "openssl ended: \(said)")
      said += String(decoding: more, as: UTF8.self)
    }
    let line = try #require(said.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") })
    baseURL = "https://127.0.0.1:\(try #require(line.split(separator: ":").last))"
  }

  /// Ends the server; by force, because a child started from a worker thread may have been born
  /// with its other signals blocked.
  func stop() {
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
  }

  private func prepare(_ process: Process, in folder: String, _ arguments: [String]) {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardError = FileHandle.nullDevice
  }
}
