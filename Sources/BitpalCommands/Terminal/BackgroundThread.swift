import Glibc

/// Runs work on a background thread.
///
/// Signals other than crashes are blocked on it: the thread that draws the screen handles them.
func onBackgroundThread(_ work: @escaping @Sendable () -> Void) {
  final class Work {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
  // `pthread_attr_init` initializes them; Swift's initializer would need another import.
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
  // If the system cannot start a thread, run the work here.
  if code != 0 { passed.takeRetainedValue().work() }
}

/// A pipe that wakes a thread blocked in `poll`.
final class WakePipe: Sendable {
  /// Readable from ``wake()`` until ``drain()``.
  let descriptor: Int32
  private let end: Int32

  /// - Throws: A refusal if no file descriptor is available.
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

  /// Wakes the waiting thread; if the pipe is full, it is about to wake anyway.
  func wake() { _ = write(end, "!", 1) }

  /// Discards all wakes so far.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }

  /// Blocks until the next wake or until a timeout.
  ///
  /// - Returns: Whether there was a wake.
  func wait(milliseconds: Int32) -> Bool {
    var sleeper = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&sleeper, 1, milliseconds) > 0
  }
}
