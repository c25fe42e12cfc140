import FoundationEssentials
import Glibc
import Portfolio
import WidgetTimeline

extension PriceHistoryStore {
  /// Appends the rows of one refresh to its day's file; the caller holds the container's lock.
  ///
  /// The first rows of a day thin what has grown old.
  ///
  /// - Returns: Where days with rows that cannot be read were set aside, before others took their
  ///   place.
  /// - Throws: ``ContainerError`` naming the file that could not be read or written.
  func append(_ records: [PriceRecord]) throws(ContainerError) -> [String] {
    guard let now = records.first?.point.time else { return [] }
    let text = records.compactMap(\.line).joined()
    guard !text.isEmpty else { return [] }
    let path = path(now.utcDayText)
    let file = try Descriptor(
      path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, for: .write)
    let status = try file.status(of: path, for: .write)
    // A pipe would take rows until it is full, and then for ever.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .refused(.write, path: path, code: EINVAL)
    }
    let size = Int(status.st_size)
    try file.cutTornRow(path: path, size: size)
    try file.write(Array(text.utf8), path: path)
    guard retrying({ fsync(file.number) }) == 0 else { throw .last(.write, path) }
    return size == 0 ? try thin(now: now) : []
  }

  /// Rewrites the days that are due for it, each whole.
  private func thin(now: Date) throws(ContainerError) -> [String] {
    var kept: [String] = []
    for day in days() {
      guard let date = Date(utcText: day), var thinning = PriceThinning(ofDay: date, now: now)
      else { continue }
      var (count, damaged) = (0, 0)
      try PriceDayFile(path(day)).readAll { line in
        guard let record = PriceRecord(line: line) else {
          damaged += 1
          return
        }
        count += 1
        thinning.add(record)
      }
      let records = thinning.records
      guard records.count < count else { continue }
      if damaged > 0 { kept.append(try AtomicFile.setAside(path(day), at: now)) }
      try AtomicFile.write(Array(records.compactMap(\.line).joined().utf8), to: path(day))
    }
    return kept
  }
}

extension Descriptor {
  /// Cuts off a last row that lacks its line end: a crash cut it, and its price may lack digits.
  fileprivate borrowing func cutTornRow(path: String, size: Int) throws(ContainerError) {
    var end = size
    var byte: UInt8 = 0
    while end > 0 {
      let count = retrying { pread(number, &byte, 1, off_t(end - 1)) }
      guard count >= 0 else { throw .last(.read, path) }
      if byte == UInt8(ascii: "\n") { break }
      end -= 1
    }
    guard end < size else { return }
    guard ftruncate(number, off_t(end)) == 0 else { throw .last(.write, path) }
  }
}
