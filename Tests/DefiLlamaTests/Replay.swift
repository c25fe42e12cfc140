import BitpalTesting
import Exact
import FlyingFox
import FlyingSocks
import Foundation
import HTTP
import Portfolio
import Synchronization
import Testing

/// An answer of a provider, as recorded.
struct Recording: Sendable {
  let name: String
  let request: String
  let status: Int
  let body: String
  let date: String

  /// The recordings of a file in the fixtures.
  static func all(_ file: String) throws -> [Recording] {
    let rows = try JSONValue(parsing: Array(try fixture(file).utf8)).array ?? []
    return rows.map { row in
      Recording(
        name: row["case"]?.string ?? row["request"]?.string ?? "",
        request: row["request"]?.string ?? "",
        status: row["status"]?.decimal.flatMap { Int($0.canonicalText) } ?? 200,
        body: row["body"]?.string ?? "", date: row["date"]?.string ?? "")
    }
  }

  /// A file of the fixtures.
  static func fixture(_ file: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appendingPathComponent("Fixtures/\(file)"), encoding: .utf8)
  }
}

/// A provider on 127.0.0.1 that gives one answer to every request, for the length of some blocking
/// work.
///
/// - Parameters:
///   - answer: Makes the answer from the request's target.
///   - work: Gets the base URL.
/// - Returns: The work's value and the targets that were asked for.
func replaying<Value: Sendable>(
  _ answer: @escaping @Sendable (String) -> HTTPResponse,
  _ work: @escaping @Sendable (String) -> Value
) async throws -> (value: Value, targets: [String]) {
  let log = Log()
  let server = HTTPServer(
    address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
    handler: ClosureHTTPHandler { request in
      log.targets.withLock { $0.append(request.target.rawValue) }
      return answer(request.target.rawValue)
    })
  let running = Task(executorPreference: ServerThreads.shared) { try await server.run() }
  try await server.waitUntilListening(timeout: 60)
  guard case .ip4(_, let port) = try #require(await server.listeningAddress) else {
    throw CancellationError()
  }
  let value = await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work("http://127.0.0.1:\(port)")) }
  }
  running.cancel()
  await server.stop()
  return (value, log.targets.withLock(\.self))
}

private final class Log: Sendable {
  let targets = Mutex<[String]>([])
}

/// An answer in JSON, dated as the server's clock says.
func response(_ body: String, status: Int = 200, date: String = "") -> HTTPResponse {
  var headers: [HTTPHeader: String] = [.contentType: "application/json"]
  if !date.isEmpty { headers[HTTPHeader("Date")] = date }
  return HTTPResponse(
    statusCode: HTTPStatusCode(status, phrase: "as recorded"), headers: HTTPHeaders(headers),
    body: Data(body.utf8))
}

/// A transport that gives one answer and keeps the addresses it was asked.
final class FakeTransport: HTTPTransport {
  private let answer: @Sendable (String) -> HTTP.HTTPAnswer
  private let log = Mutex<[String]>([])

  init(_ answer: @escaping @Sendable (String) -> HTTP.HTTPAnswer) { self.answer = answer }

  convenience init(_ body: String, status: Int = 200, date: String = "") {
    self.init { _ in HTTPAnswer(status: status, body: Array(body.utf8), date: date) }
  }

  var urls: [String] { log.withLock(\.self) }

  func get(_ request: HTTP.HTTPRequest) -> HTTPExchange {
    log.withLock { $0.append(request.url) }
    return HTTPExchange(.success(answer(request.url)))
  }
}

func utc(_ text: String) throws -> Date { try #require(Date(utcText: text)) }

func day(_ text: String) throws -> UTCDay { try #require(UTCDay(text: text)) }
