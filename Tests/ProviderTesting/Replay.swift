import BitpalTesting
import Exact
public import FlyingFox
import FlyingSocks
public import Foundation
public import HTTP
public import Portfolio
import Synchronization

/// A recorded response of a provider.
public struct Recording: Sendable {
  /// A description of the recording.
  public let name: String
  /// The request, such as `GET https://…`.
  public let request: String
  /// The status of the response.
  public let status: Int
  /// The body of the response.
  public let body: String
  /// The response's `Date` header; empty if it was not recorded.
  public let date: String

  /// The recordings in a file in the `Fixtures` folder next to a test.
  public static func all(_ file: String, test: String = #filePath) throws -> [Recording] {
    let rows = try JSONValue(parsing: Array(try fixture(file, test: test).utf8)).array ?? []
    return rows.map { row in
      Recording(
        name: row["case"]?.string ?? row["request"]?.string ?? "",
        request: row["request"]?.string ?? "",
        status: row["status"]?.decimal.flatMap { Int($0.description) } ?? 200,
        body: row["body"]?.string ?? "", date: row["date"]?.string ?? "")
    }
  }

  /// The contents of a file in the `Fixtures` folder next to a test.
  public static func fixture(_ file: String, test: String = #filePath) throws -> String {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appendingPathComponent("Fixtures/\(file)"), encoding: .utf8)
  }
}

/// Runs a provider on 127.0.0.1 that responds to every request, for the duration of some blocking
/// work.
///
/// - Parameters:
///   - answer: Makes the response from the request's target.
///   - work: Receives the base URL.
/// - Returns: The work's value and the requested targets.
public func replaying<Value: Sendable>(
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
  guard case .ip4(_, let port)? = await server.listeningAddress else { throw CancellationError() }
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

/// A JSON response, dated by the server's clock.
public func response(_ body: String, status: Int = 200, date: String = "") -> HTTPResponse {
  var headers: [HTTPHeader: String] = [.contentType: "application/json"]
  if !date.isEmpty { headers[HTTPHeader("Date")] = date }
  return HTTPResponse(
    statusCode: HTTPStatusCode(status, phrase: "as recorded"), headers: HTTPHeaders(headers),
    body: Data(body.utf8))
}

/// A transport that returns a given response and records the requested URLs.
public final class FakeTransport: HTTPTransport {
  private let answer: @Sendable (String) -> HTTP.HTTPAnswer
  private let log = Mutex<[String]>([])

  /// Makes a transport that creates each response from the URL.
  public init(_ answer: @escaping @Sendable (String) -> HTTP.HTTPAnswer) { self.answer = answer }

  /// Makes a transport that returns the same response to every request.
  public convenience init(_ body: String, status: Int = 200, date: String = "") {
    self.init { _ in HTTPAnswer(status: status, body: Array(body.utf8), date: date) }
  }

  /// The requested URLs.
  public var urls: [String] { log.withLock(\.self) }

  /// Returns the response.
  public func get(_ request: HTTP.HTTPRequest) -> HTTPExchange {
    log.withLock { $0.append(request.url) }
    return HTTPExchange(.success(answer(request.url)))
  }
}

/// An instant from UTC text.
public func utc(_ text: String) throws -> Date {
  guard let date = Date(utcText: text) else { throw CocoaError(.formatting) }
  return date
}

/// A UTC day from text.
public func day(_ text: String) throws -> UTCDay {
  guard let day = UTCDay(text: text) else { throw CocoaError(.formatting) }
  return day
}
