import AppGroup
import FoundationEssentials
import Glibc
public import Portfolio

extension LocalCalendar {
  /// The user's calendar from `TZ`, otherwise the system's time zone, read once per process; UTC if
  /// neither is known.
  public static let system = TimeZoneDatabase(ProcessInfo.processInfo.environment).system

  /// The calendar of a zone by name; `nil` if this machine does not know the zone.
  public static func named(_ name: String) -> LocalCalendar? {
    TimeZoneDatabase(ProcessInfo.processInfo.environment).calendar(named: name)
  }
}

/// The time zones that this machine knows, and the one it is in.
struct TimeZoneDatabase {
  private static let sizeLimit = 1_048_576
  private let environment: [String: String]
  private let folder: String

  init(_ environment: [String: String]) {
    self.environment = environment
    folder = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"
  }

  /// The machine's own calendar.
  var system: LocalCalendar {
    if let variable = environment["TZ"] {
      let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
      return calendar(named: name) ?? .utc
    }
    return linkedName.flatMap(calendar(named:)) ?? writtenName.flatMap(calendar(named:)) ?? copied
  }

  /// The calendar of a name such as `Europe/London`, or of a rule such as `JST-9`.
  func calendar(named name: String) -> LocalCalendar? {
    if name == LocalCalendar.utc.name { return .utc }
    guard !name.isEmpty, name.utf8.count <= 64, name.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
      return nil
    }
    let isPath = !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    let zone = (isPath ? table("\(folder)/\(name)") : nil) ?? ZoneTable(posix: name)
    return zone.map { LocalCalendar(name: name, zone: $0) }
  }

  /// The zone name in the `/etc/localtime` link that most systems have.
  private var linkedName: String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/etc/localtime", &bytes, bytes.count)
    guard count > 0 else { return nil }
    let target = String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return target.firstRange(of: "zoneinfo/").map { String(target[$0.upperBound...]) }
  }

  /// The zone name in `/etc/timezone`, as on Debian.
  private var writtenName: String? {
    read("/etc/timezone").map { bytes in
      String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }
  }

  /// The calendar of a zone file without a name, identified by the rule at its end.
  private var copied: LocalCalendar {
    let rule = read("/etc/localtime")?.split(separator: UInt8(ascii: "\n")).last
    return rule.flatMap { calendar(named: String(decoding: $0, as: UTF8.self)) } ?? .utc
  }

  private func table(_ path: String) -> ZoneTable? { read(path).flatMap { ZoneTable(bytes: $0) } }

  private func read(_ path: String) -> [UInt8]? {
    do { return try AtomicFile.read(path, limit: Self.sizeLimit) } catch { return nil }
  }
}
