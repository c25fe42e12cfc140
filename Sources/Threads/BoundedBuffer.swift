import Glibc

/// A queue of values between a producer thread and a consumer thread.
///
/// Unchecked, because every access holds the lock.
final class BoundedBuffer<Value>: @unchecked Sendable {
  /// The capacity; smooths uneven producer and consumer speeds.
  private static var most: Int { 4 }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var made: [Result<Value?, any Error>] = []
  private var isClosed = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(change)
    lock.deallocate()
    change.deallocate()
  }

  /// Produces values until the last, an error or ``close()``.
  ///
  /// - Parameter make: Makes the next value, and returns whether it is the last.
  func fill(_ make: () throws -> (Value?, isLast: Bool)) {
    var isLast = false
    while !isLast, hasRoom() {
      let value = Result {
        let (value, last) = try make()
        isLast = last
        return value
      }
      if case .failure = value { isLast = true }
      locking {
        made.append(value)
        pthread_cond_signal(change)
      }
    }
  }

  /// Waits until there is room for another value.
  ///
  /// - Returns: `false` after ``close()``.
  private func hasRoom() -> Bool {
    locking {
      while made.count >= Self.most, !isClosed { pthread_cond_wait(change, lock) }
      return !isClosed
    }
  }

  /// Waits for the next value and removes it.
  ///
  /// - Throws: The error of its production.
  func next() throws -> Value? {
    try locking {
      while made.isEmpty { pthread_cond_wait(change, lock) }
      pthread_cond_signal(change)
      return made.removeFirst()
    }.get()
  }

  /// Stops the production of values.
  func close() {
    locking {
      isClosed = true
      pthread_cond_signal(change)
    }
  }

  private func locking<Answer>(_ body: () -> Answer) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}
