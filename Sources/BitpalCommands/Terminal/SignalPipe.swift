import Glibc
import Synchronization

/// Delivers signals as bytes in a pipe, so that `poll` can wait for them.
///
/// Only one may exist at a time, because a signal has one handler.
final class SignalPipe {
  /// Readable after a signal.
  let descriptor: Int32

  /// The handled signals; signals ignored at startup, as by nohup, stay ignored.
  private let heard: [Int32]

  /// Starts handling signals.
  ///
  /// - Throws: A refusal if no file descriptor is available.
  init(_ numbers: [Int32]) throws {
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
    descriptor = ends[0]
    wakeDescriptor.store(ends[1], ordering: .sequentiallyConsistent)
    heard = numbers.filter { !isIgnored($0) }
    for number in heard { listen(number) }
  }

  deinit {
    for number in heard { signal(number, SIG_DFL) }
    close(wakeDescriptor.exchange(-1, ordering: .sequentiallyConsistent))
    close(descriptor)
  }

  /// The next signal not yet returned; `nil` if there is none.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
  }

  /// Suspends the program as Ctrl-Z does; returns when it is continued.
  func stop() {
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    listen(SIGTSTP)
  }

  private func listen(_ number: Int32) {
    signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(wakeDescriptor.load(ordering: .relaxed), &byte, 1)
      errno = error
    }
  }
}

/// The pipe's write end; global because a signal handler cannot capture context.
private let wakeDescriptor = Atomic<Int32>(-1)

/// Whether a signal was ignored at startup, as by nohup.
func isIgnored(_ number: Int32) -> Bool {
  var action = sigaction()
  guard sigaction(number, nil, &action) == 0 else { return false }
  let handler = action.__sigaction_handler.sa_handler
  return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
