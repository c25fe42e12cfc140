import Glibc

/// Runs work on a thread of its own.
///
/// The thread takes none of the signals that users and terminals send: what they do to the screen
/// is the business of the thread that draws it.
func onBackgroundThread(_ work: @escaping @Sendable () -> Void) {
  final class Work {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  // The system's call gives them their first value; Swift's own would need another module's import.
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  pthread_attr_init(attributes)
  defer {
    pthread_attr_destroy(attributes)
    attributes.deallocate()
  }
  pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))

  var blocked = sigset_t()
  var usual = sigset_t()
  sigfillset(&blocked)
  for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] { sigdelset(&blocked, crash) }
  pthread_sigmask(SIG_SETMASK, &blocked, &usual)
  defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }

  let passed = Unmanaged.passRetained(Work(work))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, attributes,
    { argument in
      if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().work() }
      return nil
    }, passed.toOpaque())
  // A system without room for a thread has the work done here, late but done.
  if code != 0 { passed.takeRetainedValue().work() }
}

/// A pipe that wakes a thread sleeping in `poll`.
final class WakePipe: Sendable {
  /// Readable from ``wake()`` until ``drain()``.
  let descriptor: Int32
  private let end: Int32

  /// - Throws: A refusal when no descriptor is left.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(
        "Too many open files.",
        help: "Close some programs and try again.",
        .inputOutput)
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (descriptor, end) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(end)
  }

  /// Wakes the sleeper; a full pipe will wake it anyway.
  func wake() { _ = write(end, "!", 1) }

  /// Forgets all calls so far.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }

  /// Sleeps until the next call, or until so many milliseconds have passed.
  ///
  /// - Returns: Whether there was a call.
  func wait(milliseconds: Int32) -> Bool {
    var sleeper = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&sleeper, 1, milliseconds) > 0
  }
}
