import Foundation

/// An `openssl s_server` with a self-signed certificate, serving files that contain whole
/// responses.
///
/// Its calls block.
public final class TLSServer: @unchecked Sendable {
  private let folder: URL
  private let server = Process()
  // Kept open: the server ends when its input closes.
  private let input = Pipe()
  private var port = 0

  /// openssl is missing or failed.
  public struct Refused: Error { let said: String }

  /// The server's root URL.
  public var baseURL: String { "https://127.0.0.1:\(port)" }
  /// The path of its certificate.
  public var certificate: String { folder.appending(path: "certificate.pem").path }

  /// Makes a certificate for a name and starts the server.
  ///
  /// - Parameters:
  ///   - name: `IP:127.0.0.1`, or a name that does not match.
  ///   - answers: The complete response for each path.
  public init(certificateFor name: String, answers: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (path, answer) in answers {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(answer.utf8).write(to: file)
    }
    try makeCertificate(for: name)
    try start()
  }

  /// Kills the server with SIGKILL, since a child started from a worker thread may have other
  /// signals blocked.
  public func stop() {
    kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private func makeCertificate(for name: String) throws {
    let maker = Process()
    prepare(
      maker,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "key.pem", "-out", "certificate.pem", "-days", "2", "-subj", "/CN=test",
        "-addext", "subjectAltName=\(name)",
      ])
    try maker.run()
    maker.waitUntilExit()
    guard maker.terminationStatus == 0 else { throw Refused(said: "no certificate was made") }
  }

  private func start() throws {
    let output = Pipe()
    prepare(
      server,
      [
        "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem",
        "-HTTP",
        // Without this, the server would accept HTTP/2 and then answer in HTTP/1.0.
        "-alpn", "h2,http/1.1",
      ])
    server.standardInput = input
    server.standardOutput = output
    try server.run()
    var said = ""
    // Printed once the server listens: "ACCEPT 127.0.0.1:40321".
    while !said.contains("\n", after: "ACCEPT ") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Refused(said: said) }
      said += String(decoding: more, as: UTF8.self)
    }
    let line = said.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
    guard let port = line?.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw Refused(said: said)
    }
    self.port = port
  }

  private func prepare(_ process: Process, _ arguments: [String]) {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
  }
}

extension String {
  fileprivate func contains(_ text: String, after start: String) -> Bool {
    range(of: start).map { self[$0.upperBound...].contains(text) } ?? false
  }
}
