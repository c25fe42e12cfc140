import FoundationEssentials
import Portfolio

extension Zone {
  /// The zone a heading names in brackets: `Date (UTC-3:00)`, `Filled Time(UTC+08:00)`, `Date
  /// (UTC)`, `Date (+01)`.
  package init?(heading: String) {
    guard var name = heading.lowercased().split(separator: "(").last, name.hasSuffix(")") else {
      return nil
    }
    if name.hasPrefix("utc") {
      name = name.dropFirst(3)
    } else if !"+-".contains(name.first ?? " ") {
      return nil
    }
    let offset = name.dropLast()
    if offset.isEmpty || offset == "null" {
      self = .utc
      return
    }
    let parts = offset.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = offset.first, sign == "+" || sign == "-", parts.count <= 2,
      let hours = Int(parts[0]), (0...14).contains(hours),
      let minutes = parts.count == 2 ? Int(parts[1]) : 0, (0...59).contains(minutes)
    else { return nil }
    self = .fixed(minutes: (sign == "-" ? -1 : 1) * (hours * 60 + minutes))
  }

  /// The zone in a heading in lower case as a map has it, such as `UTC+1` or `Europe/Berlin`;
  /// `nil` where it names none, or UTC.
  package static func mapped(inHeading heading: String) -> String? {
    if let name = named(byLettersOf: heading) { return name }
    guard heading.hasSuffix(")"), let opening = heading.lastIndex(of: "(") else { return nil }
    let words = heading[heading.index(after: opening)...].dropLast().filter { $0 != " " }
    let offset = words.replacing("gmt", with: "utc").uppercased()
    let name =
      "+-".contains(offset.first ?? " ")
      ? "UTC\(offset)"
      : offset.hasPrefix("UTC")
        ? offset
        : words.split(separator: "/").map { $0.prefix(1).uppercased() + $0.dropFirst() }
          .joined(separator: "/")
    guard let zone = Zone(mapped: name), zone != .utc else { return nil }
    return name
  }
}

extension Zone {
  /// A zone by its name, or as `UTC+2`.
  package init?(mapped text: String) {
    guard let zone = Zone(named: text) ?? Zone(heading: "(\(text))") else { return nil }
    self = zone
  }
}

extension CSVHeader {
  /// The zone of the times in a column: its own, or where that is UTC because nothing names another,
  /// that of a heading, or the one that the user says.
  package func zone(of column: String, orOwn own: Zone) -> Zone {
    if own == .utc, let headingZone { return headingZone }
    guard let zone, own == .utc, !column.contains("utc"),
      !column.contains("gmt"), !file.contains("(UTC"), !file.contains("(GMT"),
      !preamble.lowercased().replacing(" ", with: "").contains("timezone:")
    else { return own }
    return zone
  }

  /// The zone of the times in a column whose name says nothing of one: UTC, unless the name of the
  /// file carries another, as Binance's do since 2023: `…(UTC--6).csv` and, since 2026,
  /// `…(UTC-6).csv` are six hours west, `…(UTC+8).csv` eight east.
  ///
  /// - Throws: ``RefusalReason/unknownZone(_:)`` for anything else.
  package func zoneOfFile(_ column: String) throws(RefusalReason) -> Zone {
    if let headingZone { return headingZone }
    guard !column.contains("utc"),
      let opening = file.firstRange(of: "(UTC") ?? file.firstRange(of: "(GMT")
    else { return .utc }
    let rest = file[opening.upperBound...].prefix { $0 != ")" }
    if rest.isEmpty { return .utc }
    for (mark, sign) in [("--", "-"), ("-+", "+"), ("+", "+"), ("-", "-")]
    where rest.hasPrefix(mark) {
      if let zone = Zone(heading: "(UTC\(sign)\(rest.dropFirst(mark.count)))") { return zone }
    }
    if rest == "-0" { return .utc }
    throw .unknownZone("UTC\(rest) in the file's name")
  }

  /// The zone that the lines above the header name, such as `Time Zone:UTC+8`; UTC where they name
  /// none.
  ///
  /// - Throws: ``RefusalReason/unknownZone(_:)`` for a zone bitpal has no rules for.
  package func zoneOfPreamble() throws(RefusalReason) -> Zone {
    let lines = preamble.lowercased()
    guard let label = lines.firstRange(of: "time zone:") ?? lines.firstRange(of: "timezone:")
    else { return .utc }
    let name = lines[label.upperBound...].prefix { !$0.isNewline && !",;\"".contains($0) }
      .trimmed
    let offset = name.replacing("gmt", with: "utc").filter { $0 != " " }
    guard offset.hasPrefix("utc"), let zone = Zone(heading: "(\(offset))") else {
      throw .unknownZone(name)
    }
    return zone
  }
}

extension CSVHeader {
  /// The header with other names, one for each of its columns.
  package func renamed(_ name: (String) -> String) -> CSVHeader {
    var cells = Array(repeating: "", count: count)
    for (old, position) in columns { cells[position] = name(old) }
    var header = CSVHeader(CSVRow(line: 1, cells: cells, text: ""))
    (header.dateOrder, header.zone, header.headingZone) = (dateOrder, zone, headingZone)
    (header.file, header.preamble) = (file, preamble)
    (header.decimalMark, header.columnMarks) = (decimalMark, columnMarks)
    header.markOfColumns = markOfColumns
    (header.words, header.hasSigns, header.currency) = (words, hasSigns, currency)
    return header
  }

  /// The header as it is at UTC where its times are those of a zone in a heading: `Date(UTC)` and
  /// `Date` for `Date(UTC+1)`, in this order; empty where no heading names one, or two name two.
  package var atUTC: [CSVHeader] {
    let names = columns.keys.filter { $0.contains("(utc") }
    let zones = names.compactMap { Zone(heading: $0) }
    guard let zone = zones.first, zones.allSatisfy({ $0 == zone }) else { return [] }
    return ["(utc)", ""].map { ending in
      var header = renamed { name in
        guard names.contains(name), Zone(heading: name) != nil else { return name }
        return (name.prefix { $0 != "(" }.trimmed) + ending
      }
      header.headingZone = zone
      return header
    }
  }
}
