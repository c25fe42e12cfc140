import FoundationEssentials
import Glibc
import Portfolio
import WidgetTimeline

/// One day of the price history, open for reading; rows only, without a torn one at the end.
struct PriceDayFile: ~Copyable {
  private static let blockSize = 16_384

  private let path: String
  private let file: Descriptor
  private let size: Int

  /// Opens the day; one that is not a regular file is refused.
  init(_ path: String) throws(ContainerError) {
    let opened = try Descriptor(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, for: .read)
    let status = try opened.status(of: path, for: .read)
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .refused(.read, path: path, code: EINVAL)
    }
    self.path = path
    file = opened
    size = Int(status.st_size)
  }

  /// Reads rows from late to early.
  ///
  /// - Parameters:
  ///   - end: Rows after it are passed over.
  ///   - start: The first row at it or before ends the reading.
  ///   - skip: Called for each line that is not a row.
  ///   - take: Gets each row; `false` ends the reading.
  func readBackwards(
    from end: Date, to start: Date, skip: () -> Void = {}, _ take: (PriceRow) -> Bool
  ) throws(ContainerError) {
    let latest = PriceRecord.timeText(end)
    let earliest = PriceRecord.timeText(start)
    var position = try offset(after: latest)
    while position > 0 {
      let from = max(0, position - Self.blockSize)
      let block = try file.read(path: path, at: from, count: position - from)
      // What stands before the first line end belongs to the block before.
      let lines = from == 0 ? block[...] : block.suffix(after: UInt8(ascii: "\n"))
      guard !lines.isEmpty || from == 0 else { return }
      for line in lines.dropTornTail().split(separator: UInt8(ascii: "\n")).reversed() {
        guard let row = PriceRow(line) else {
          skip()
          continue
        }
        guard row.time <= latest else { continue }
        guard row.time > earliest, take(row) else { return }
      }
      position = from + (block.count - lines.count)
      if block.isEmpty { return }
    }
  }

  /// Reads every line from early to late.
  func readAll(_ take: (ArraySlice<UInt8>) -> Void) throws(ContainerError) {
    var position = 0
    var rest: [UInt8] = []
    while position < size {
      let block = try file.read(
        path: path, at: position, count: min(Self.blockSize, size - position))
      if block.isEmpty { return }
      position += block.count
      rest += block
      let lines = rest.dropTornTail()
      for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .dropLast()
      {
        take(line)
      }
      rest.removeFirst(lines.count)
    }
  }

  /// A place at the start of a line behind which all rows are later; found by halving, because
  /// rows are in the order of time.
  private func offset(after time: String) throws(ContainerError) -> Int {
    var low = 0
    var high = size
    while high - low > Self.blockSize {
      let middle = low + (high - low) / 2
      let bytes = try file.read(path: path, at: middle, count: 1024)
      guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")),
        bytes.count - newline > PriceRecord.timeLength
      else { return high }
      let next = bytes[(newline + 1)...].prefix(PriceRecord.timeLength)
      if String(decoding: next, as: UTF8.self) > time {
        high = middle + newline + 1
      } else {
        low = middle
      }
    }
    return high
  }
}

extension Collection where Element == UInt8, Self: BidirectionalCollection {
  /// Whole lines only: what follows the last line end is left out.
  fileprivate func dropTornTail() -> SubSequence {
    lastIndex(of: UInt8(ascii: "\n")).map { self[...$0] } ?? prefix(0)
  }

  fileprivate func suffix(after byte: UInt8) -> SubSequence {
    firstIndex(of: byte).map { self[index(after: $0)...] } ?? suffix(0)
  }
}

extension Descriptor {
  /// The bytes at a place, as many as there are.
  fileprivate borrowing func read(
    path: String, at offset: Int, count: Int
  ) throws(ContainerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = retrying {
        bytes.withUnsafeMutableBytes {
          pread(
            number, $0.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
        }
      }
      guard read >= 0 else { throw .last(.read, path) }
      if read == 0 { break }
      filled += read
    }
    return Array(bytes.prefix(filled))
  }
}
