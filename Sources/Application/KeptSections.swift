import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio

/// A file of what follows from one coin's rows, in sections that are read by themselves.
///
/// The file is a cache: it may be missing, and one of other rows or rules, or with a section that
/// is not as it was written, is made again. It begins with a line of JSON that names the sections.
struct KeptSections {
  /// What a file holds.
  struct Header {
    /// The last day that the file holds; `nil` where it holds all.
    fileprivate let last: UTCDay?
    fileprivate let sections: [(number: Int, range: Range<Int>, sum: String)]

    /// The calendar years that have a section, in order.
    var years: [Int] { sections.map(\.number).filter { $0 != KeptSections.held } }

    /// Whether it holds all there is of some days, or of all.
    func holds(_ days: ClosedRange<UTCDay>?) -> Bool {
      guard let last else { return true }
      return days.map { $0.upperBound <= last } ?? false
    }
  }

  /// The number of the section of the lots that are held; the others are of calendar years.
  static let held = 0

  /// To be raised with each change of what a section holds, or of how it follows from the rows.
  private static let format = "2"
  private static let headerLimit = 65_536
  private static let sectionLimit = 1 << 30

  let path: String
  /// The other inputs of the sections: rates, the zone of days, rules for lots.
  let rules: String
  /// The digest of the coin's rows.
  let digest: String

  /// What the file holds of these rows by these rules; `nil` where that is nothing.
  ///
  func header() -> Header? { header { _ in nil } }

  /// What the file holds, also where only newer rows were added since it was written.
  ///
  /// - Parameter lastDay: Given the file's digest, the last day before the rows added since; `nil`
  ///   where other rows changed too.
  func header(upTo lastDay: (_ digest: String) throws -> UTCDay?) rethrows -> Header? {
    guard let (kept, header) = kept() else { return nil }
    guard kept != digest else { return header }
    return try lastDay(kept).map {
      Header(last: min(header.last ?? $0, $0), sections: header.sections)
    }
  }

  /// What the file holds by these rules, and the digest of the rows that it is of.
  func kept() -> (digest: String, header: Header)? {
    guard let (json, sections) = Self.content(path), json["format"]?.string == Self.format,
      json["rules"]?.string == rules, let digest = json["digest"]?.string
    else { return nil }
    let last = json["last"]?.string.flatMap { UTCDay(text: $0) }
    return (digest, Header(last: last, sections: sections))
  }

  /// A section; `nil` where it is not as it was written.
  func bytes(of number: Int, in header: Header) -> [UInt8]? {
    header.sections.first { $0.number == number }.flatMap { Self.bytes($0.range, $0.sum, path) }
  }

  /// Whether a file is as it was written, whatever its rules; one of another version counts as that.
  static func isSound(_ path: String) -> Bool {
    guard let (json, sections) = content(path), let format = json["format"]?.string else {
      return false
    }
    return format != Self.format || sections.allSatisfy { bytes($0.range, $0.sum, path) != nil }
  }

  private static func bytes(_ range: Range<Int>, _ sum: String, _ path: String) -> [UInt8]? {
    do {
      let bytes = try AtomicFile.read(path, at: range.lowerBound, count: range.count)
      return bytes.flatMap { sha256Text(of: $0) == sum ? $0 : nil }
    } catch { return nil }
  }

  private static func content(
    _ path: String
  ) -> (JSONValue, [(number: Int, range: Range<Int>, sum: String)])? {
    do {
      let bytes = try AtomicFile.read(path, at: 0, count: headerLimit)
      guard let bytes, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let json = try JSONValue(parsing: Array(bytes[..<end]))
      guard let text = json["header"]?.string, json["check"]?.string == sha256Text(of: text) else {
        return nil
      }
      let header = try JSONValue(parsing: Array(text.utf8))
      var start = end + 1
      var sections: [(number: Int, range: Range<Int>, sum: String)] = []
      for section in header["sections"]?.array ?? [] {
        guard let number = section["number"]?.string.flatMap({ Int($0) }),
          let count = section["count"]?.string.flatMap({ Int($0) }),
          (0...sectionLimit).contains(count),
          let sum = section["sum"]?.string
        else { return nil }
        sections.append((number, start..<start + count, sum))
        start += count
      }
      return (header, sections)
    } catch { return nil }
  }

  /// Replaces the file.
  ///
  /// What cannot be written, as in a container that is read only, is made again the next time:
  /// nothing but time is lost, and reading must not fail for it.
  ///
  /// - Parameters:
  ///   - sections: Their numbers and bytes.
  ///   - last: The last day that they hold; `nil` where they hold all.
  func write(
    _ sections: [(number: Int, bytes: [UInt8])], last: UTCDay? = nil,
    in container: AppGroupContainer
  ) {
    let header: JSONValue = .object([
      "format": .string(Self.format), "rules": .string(rules), "digest": .string(digest),
      "last": last.map { .string($0.text) } ?? .null,
      "sections": .array(
        sections.map { section in
          .object([
            "number": .string("\(section.number)"), "count": .string("\(section.bytes.count)"),
            "sum": .string(sha256Text(of: section.bytes)),
          ])
        }),
    ])
    let text = header.text()
    let line: JSONValue = .object([
      "header": .string(text), "check": .string(sha256Text(of: text)),
    ])
    do {
      try container.create()
      try AtomicFile.write(to: path, isDurable: false) { append in
        try append(Array((line.text() + "\n").utf8))
        for section in sections { try append(section.bytes) }
      }
    } catch {}
  }
}
