import Glibc

/// A socket on 127.0.0.1 that sends arbitrary bytes, including ones no valid server would send.
public struct RawServer: Sendable {
  /// What the server does after sending its bytes.
  public enum End: Sendable {
    /// Closes the connection normally.
    case close
    /// Resets the connection (TCP RST).
    case reset
    /// Sends these bytes repeatedly until the client disconnects.
    case repeating([UInt8])
    /// Calls this, then stays silent until the client disconnects.
    case calling(@Sendable () -> Void)

    /// Stays silent until the client disconnects.
    public static let silence = End.calling {}
  }

  private let socket: Int32
  /// The port that the server listens on.
  public let port: UInt16

  /// The server's root URL.
  public var baseURL: String { "http://127.0.0.1:\(port)" }

  /// No socket or port was available.
  public struct Refused: Error {}

  /// Listens on a free port.
  public init() throws {
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
    guard isListening else { throw Refused() }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Stops waiting for a request.
  public func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Frees the port.
  public func close() { _ = Glibc.close(socket) }

  /// Answers one request; returns when the connection has ended.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that the server sends.
  ///   - end: What the server does after that.
  ///   - heard: Called when the request has arrived.
  /// - Returns: Whether there was a request; `false` after ``stop()``.
  @discardableResult
  public func answerOnce(
    _ bytes: [UInt8], then end: End, heard: () -> Void = {}
  ) -> Bool {
    let connection = accept(socket, nil, nil)
    guard connection >= 0 else { return false }
    defer { _ = Glibc.close(connection) }
    readHead(connection)
    heard()
    if send(bytes, to: connection) { finish(connection, end) }
    return true
  }

  private func finish(_ connection: Int32, _ end: End) {
    switch end {
    case .close: break
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    case .repeating(let more): while send(more, to: connection) {}
    case .calling(let action):
      action()
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) > 0 {}
    }
  }

  private func readHead(_ connection: Int32) {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), recv(connection, &byte, 1, 0) == 1 {
      head.append(byte)
      // A TLS handshake has no end to wait for.
      if head == [0x16] { return }
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
