import AppGroup
import Exact
import FoundationEssentials
import LedgerStore
import Portfolio

/// A file of values derived from one coin's rows, in sections that can be read separately.
///
/// The file is a cache: it may be missing, and it is rewritten if its rows or rules are outdated or
/// a section is corrupted. It begins with a line of JSON that lists the sections.
struct KeptSections {
  /// The header of a file.
  struct Header {
    /// The last day that the file covers; `nil` if it covers all.
    fileprivate let last: UTCDay?
    fileprivate let sections: [(number: Int, range: Range<Int>, sum: String)]

    /// The calendar years that have a section, in order.
    var years: [Int] { sections.map(\.number).filter { $0 != KeptSections.held } }

    /// Whether the file covers some days; `nil` asks for all days.
    func holds(_ days: ClosedRange<UTCDay>?) -> Bool {
      guard let last else { return true }
      return days.map { $0.upperBound <= last } ?? false
    }
  }

  /// The number of the section for the lots held; other sections are numbered by calendar year.
  static let held = 0

  /// Raise this with each change to the content of a section or how it is derived from the rows.
  private static let format = "2"
  private static let headerLimit = 65_536
  private static let sectionLimit = 1 << 30

  let path: String
  /// The other inputs of the sections: rates, the zone of days, rules for lots.
  let rules: String
  /// The digest of the coin's rows.
  let digest: String

  /// The header if the file matches these rows and rules; otherwise `nil`.
  func header() -> Header? { header { _ in nil } }

  /// The header of the file, also if only newer rows were added since it was written.
  ///
  /// - Parameter lastDay: Given the file's digest, the last day before the rows added since; `nil`
  ///   if other rows changed too.
  func header(upTo lastDay: (_ digest: String) throws -> UTCDay?) rethrows -> Header? {
    guard let (kept, header) = kept() else { return nil }
    guard kept != digest else { return header }
    return try lastDay(kept).map {
      Header(last: min(header.last ?? $0, $0), sections: header.sections)
    }
  }

  /// The header if the file matches these rules, and the digest of its rows.
  func kept() -> (digest: String, header: Header)? {
    guard let (json, sections) = Self.content(path), json["format"]?.string == Self.format,
      json["rules"]?.string == rules, let digest = json["digest"]?.string
    else { return nil }
    let last = json["last"]?.string.flatMap { UTCDay(text: $0) }
    return (digest, Header(last: last, sections: sections))
  }

  /// The bytes of a section; `nil` if it is corrupted.
  func bytes(of number: Int, in header: Header) -> [UInt8]? {
    header.sections.first { $0.number == number }.flatMap { Self.bytes($0.range, $0.sum, path) }
  }

  /// Whether a file is intact, whatever its rules; a file of another version counts as intact.
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
  /// A failed write, as in a read-only container, only means recomputing the next time; reading
  /// must not fail because of it.
  ///
  /// - Parameters:
  ///   - sections: Their numbers and bytes.
  ///   - last: The last day that they cover; `nil` if they cover all.
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
