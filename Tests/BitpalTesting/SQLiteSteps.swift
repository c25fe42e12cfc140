import Glibc
import Synchronization
import Testing

/// Calls a closure repeatedly while SQLite works on one file in this process.
///
/// SQLite's steps are the same on every machine: tests use them to count work, or to let a rival
/// act at each moment of a read, without a clock.
public final class SQLiteSteps: Sendable {
  private typealias Extend = @convention(c) (@convention(c) (OpaquePointer?) -> Int32) -> Int32
  private typealias FileName =
    @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
  private typealias SetHandler =
    @convention(c) (
      OpaquePointer?, Int32, @convention(c) (UnsafeMutableRawPointer?) -> Int32,
      UnsafeMutableRawPointer?
    ) -> Void

  /// Never freed: a connection may outlive the test that watched it.
  private static let watched = Mutex<[SQLiteSteps]>([])

  private let file: String
  private let every: Int32
  private let body: @Sendable () -> Void
  private let state = Mutex((calls: 0, isBusy: false, isOn: true))

  /// Watches the connections to a file that are opened from now on.
  ///
  /// - Parameters:
  ///   - file: The end of the file's path.
  ///   - every: The number of SQLite steps between calls.
  ///   - body: The closure; its own steps are not counted.
  public init(
    on file: String, every: Int32, _ body: @escaping @Sendable () -> Void = {}
  ) throws {
    (self.file, self.every, self.body) = (file, every, body)
    let extend = try #require(dlsym(nil, "sqlite3_auto_extension"))
    Self.watched.withLock { $0.append(self) }
    let register = unsafeBitCast(extend, to: Extend.self)
    try #require(register({ SQLiteSteps.watch($0) }) == 0)
  }

  /// How often the closure was called.
  public var calls: Int { state.withLock { $0.calls } }

  /// Stops watching.
  public func end() { state.withLock { $0.isOn = false } }

  private func step() {
    let isTurn = state.withLock { state in
      guard state.isOn, !state.isBusy else { return false }
      (state.calls, state.isBusy) = (state.calls + 1, true)
      return true
    }
    guard isTurn else { return }
    body()
    state.withLock { $0.isBusy = false }
  }

  private static func watch(_ connection: OpaquePointer?) -> Int32 {
    guard let fileName = dlsym(nil, "sqlite3_db_filename"),
      let setHandler = dlsym(nil, "sqlite3_progress_handler"),
      let name = unsafeBitCast(fileName, to: FileName.self)(connection, "main")
    else { return 0 }
    let path = String(cString: name)
    let steps = watched.withLock { $0.last { path.hasSuffix($0.file) } }
    guard let steps else { return 0 }
    unsafeBitCast(setHandler, to: SetHandler.self)(
      connection, steps.every,
      { context in
        if let context { Unmanaged<SQLiteSteps>.fromOpaque(context).takeUnretainedValue().step() }
        return 0
      }, Unmanaged.passUnretained(steps).toOpaque())
    return 0
  }
}
