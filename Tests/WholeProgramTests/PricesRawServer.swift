import Foundation
import Glibc
import Synchronization
import Testing

/// A socket on 127.0.0.1 that answers every request with the same bytes, proper or not.
final class PricesRawServer: Sendable {
  /// What it does once it has sent its bytes.
  enum End: Sendable {
    /// Closes in good order.
    case close
    /// Breaks the connection off (TCP reset).
    case reset
    /// Sends these again and again, until the other side has gone.
    case repeating([UInt8])
    /// Says nothing more until the other side has gone.
    case silence
  }

  private let socket: Int32
  private let bytes: [UInt8]
  private let end: End
  private let count = Mutex(0)
  let baseURL: String

  /// Listens on a free port; nothing is answered before ``start()``.
  init(_ bytes: [UInt8], then end: End = .close) throws {
    self.bytes = bytes
    self.end = end
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      return bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0
        && getsockname(descriptor, pointer, &length) == 0
    }
    try #require(isListening)
    baseURL = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/api/v3"
  }

  /// Requests so far.
  var requests: Int { count.withLock { $0 } }

  /// Answers for the length of some blocking work.
  func serve<Value>(_ work: () throws -> Value) rethrows -> Value {
    Thread.detachNewThread { self.run() }
    defer { shutdown(socket, Int32(SHUT_RDWR)) }
    return try work()
  }

  private func run() {
    while true {
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { break }
      readHead(connection)
      count.withLock { $0 += 1 }
      if send(bytes, to: connection) { finish(connection) }
      close(connection)
    }
    close(socket)
  }

  private func finish(_ connection: Int32) {
    switch end {
    case .close: break
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    case .repeating(let more): while send(more, to: connection) {}
    case .silence:
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) > 0 {}
    }
  }

  private func readHead(_ connection: Int32) {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(connection, &byte, 1, 0) == 1 {
      head.append(byte)
    }
  }

  private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }
}
