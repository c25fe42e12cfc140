package import FoundationEssentials
import Portfolio

/// The zone of a file's local times, by its time zone database name or its offset from UTC.
///
/// Zone rules are compiled in instead of read from the machine, so a file means the same
/// everywhere.
package struct Zone: Equatable, Sendable {
  private let table: ZoneTable

  private init(_ table: ZoneTable) { self.table = table }

  /// A fixed number of minutes ahead of UTC.
  package static func fixed(minutes: Int) -> Zone { Zone(ZoneTable(secondsEast: minutes * 60)) }

  package static let utc = Zone.fixed(minutes: 0)

  /// Standard time this many minutes ahead of UTC, with an additional hour in summer.
  package init(minutes: Int, _ summer: DaylightSaving) {
    self.init(
      ZoneTable(posix: summer.rule(minutes: minutes)) ?? ZoneTable(secondsEast: minutes * 60))
  }

  /// The zone with a time zone database name; `nil` if bitpal lacks its rules.
  package init?(named name: String) {
    if ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Z"].contains(name) {
      self = .utc
    } else if let table = ZoneHistory.all[name] {
      self.init(table)
    } else if let (minutes, summer) = Self.summerZones[name] {
      self.init(minutes: minutes, summer)
    } else if let minutes = Self.fixedZones[name] {
      self = .fixed(minutes: minutes)
    } else {
      return nil
    }
  }

  /// The instant of a local time written `2024-03-31T02:30:00`.
  ///
  /// In the hour that occurs twice in autumn, the first occurrence is meant; a time in the hour
  /// skipped in spring is read as standard time.
  package func instant(local text: String) -> Date? {
    Date(utcText: text + "Z").map(table.instant(atClock:))
  }
}

/// When clocks are an hour ahead of their standard time.
package enum DaylightSaving: Equatable, Sendable {
  /// From 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October
  /// (Directive 2000/84/EC).
  case european
  /// From 02:00 standard time on the second Sunday of March to 02:00 summer time on the first
  /// Sunday of November (Energy Policy Act of 2005, in force since 2007).
  case american
  /// From 02:00 standard time on the first Sunday of October to 03:00 summer time on the first
  /// Sunday of April; in force since 2008.
  case australian
  /// From 02:00 standard time on the last Sunday of September to 03:00 summer time on the first
  /// Sunday of April; in force since 2007.
  case newZealand
  /// From midnight before the first Sunday after September 1 to midnight before the first Sunday
  /// after April 1; in force since 2019. In 2022 it started a week later.
  case chilean
  /// From 02:00 on the Friday before the last Sunday of March to 02:00 on the last Sunday of
  /// October; in force since 2013.
  case israeli

  /// The rule in the syntax of `ZoneTable`.
  ///
  /// - Parameter minutes: Standard time ahead of UTC.
  package func rule(minutes: Int) -> String {
    let changes =
      switch self {
      case .european: "M3.5.0/\(minutes / 60 + 1),M10.5.0/\(minutes / 60 + 2)"
      case .american: "M3.2.0,M11.1.0"
      case .australian: "M10.1.0,M4.1.0/3"
      case .newZealand: "M9.5.0,M4.1.0/3"
      case .chilean: "M9.1.6/24,M4.1.6/24"
      case .israeli: "M3.4.4/26,M10.5.0"
      }
    let west = "\(minutes > 0 ? "-" : "")\(abs(minutes) / 60):\(abs(minutes) % 60)"
    return "<standard>\(west)<summer>,\(changes)"
  }
}

extension Zone {
  /// The zone in a heading's brackets: `Date (UTC-3:00)`, `Filled Time(UTC+08:00)`, `Date (UTC)`,
  /// `Date (+01)`.
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

  /// The zone in a lowercase heading in the syntax of maps, such as `UTC+1` or `Europe/Berlin`;
  /// `nil` if it names none, or UTC.
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
  /// A zone by its name, or in the form `UTC+2`.
  package init?(mapped text: String) {
    guard let zone = Zone(named: text) ?? Zone(heading: "(\(text))") else { return nil }
    self = zone
  }
}

extension CSVHeader {
  /// The zone of a column's times: its own unless that is UTC by default, else the zone of a
  /// heading, else the one that the user set.
  package func zone(of column: String, orOwn own: Zone) -> Zone {
    if own == .utc, let headingZone { return headingZone }
    guard let zone, own == .utc, !column.contains("utc"),
      !column.contains("gmt"), !file.contains("(UTC"), !file.contains("(GMT"),
      !preamble.lowercased().replacing(" ", with: "").contains("timezone:")
    else { return own }
    return zone
  }

  /// The zone of a column whose heading names none: UTC, unless the file name contains a zone.
  ///
  /// Binance has written the zone there since 2023: `…(UTC--6).csv` and, since 2026, `…(UTC-6).csv`
  /// are six hours west, `…(UTC+8).csv` eight hours east.
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

  /// The zone named above the header, such as `Time Zone:UTC+8`; UTC by default.
  ///
  /// - Throws: ``RefusalReason/unknownZone(_:)`` for a zone without rules in bitpal.
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
  /// The header with renamed columns.
  package func renamed(_ name: (String) -> String) -> CSVHeader {
    var cells = Array(repeating: "", count: count)
    for (old, position) in columns { cells[position] = name(old) }
    var header = CSVHeader(CSVRow(line: 1, cells: cells, text: ""))
    (header.dateOrder, header.zone, header.headingZone) = (dateOrder, zone, headingZone)
    (header.file, header.preamble) = (file, preamble)
    (header.decimalMark, header.columnMarks) = (decimalMark, columnMarks)
    header.sharedMark = sharedMark
    (header.words, header.hasSigns, header.currency) = (words, hasSigns, currency)
    return header
  }

  /// The headers to expect at UTC if a heading names another zone: for `Date(UTC+1)`, those with
  /// `Date(UTC)` and `Date`, in this order.
  ///
  /// Empty if no heading names a zone, or if two name different ones.
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

extension Zone {
  /// Zones without summer time, by name, and their minutes ahead of UTC.
  package static let fixedZones = zones([
    -600: ["Pacific/Honolulu", "US/Hawaii"],
    -420: ["America/Hermosillo", "America/Phoenix"],
    -360: [
      "America/Belize", "America/Costa_Rica", "America/El_Salvador", "America/Guatemala",
      "America/Managua", "America/Regina", "America/Tegucigalpa", "Pacific/Galapagos",
    ],
    -300: [
      "America/Bogota", "America/Cayman", "America/Guayaquil", "America/Jamaica", "America/Lima",
      "America/Panama",
    ],
    -240: [
      "America/Aruba", "America/Barbados", "America/Curacao", "America/Guyana", "America/La_Paz",
      "America/Manaus", "America/Martinique", "America/Port_of_Spain", "America/Puerto_Rico",
      "America/Santo_Domingo",
    ],
    -180: ["America/Cayenne", "America/Fortaleza", "America/Paramaribo", "America/Recife"],
    -60: ["Atlantic/Cape_Verde"],
    0: ["Africa/Abidjan", "Africa/Accra", "Africa/Dakar", "Atlantic/Reykjavik"],
    60: [
      "Africa/Algiers", "Africa/Douala", "Africa/Kinshasa", "Africa/Lagos", "Africa/Luanda",
      "Africa/Tunis",
    ],
    120: [
      "Africa/Gaborone", "Africa/Harare", "Africa/Johannesburg", "Africa/Kigali", "Africa/Lusaka",
      "Africa/Maputo",
    ],
    180: [
      "Africa/Addis_Ababa", "Africa/Dar_es_Salaam", "Africa/Kampala", "Africa/Nairobi",
      "Asia/Baghdad", "Asia/Bahrain", "Asia/Kuwait", "Asia/Qatar", "Asia/Riyadh",
    ],
    240: ["Asia/Dubai", "Asia/Muscat", "Asia/Tbilisi"],
    270: ["Asia/Kabul"],
    300: ["Asia/Ashgabat", "Asia/Dushanbe", "Asia/Samarkand", "Asia/Tashkent", "Indian/Maldives"],
    330: ["Asia/Calcutta", "Asia/Colombo", "Asia/Kolkata"],
    345: ["Asia/Kathmandu", "Asia/Katmandu"],
    360: ["Asia/Bishkek", "Asia/Thimphu"],
    390: ["Asia/Rangoon", "Asia/Yangon"],
    420: [
      "Asia/Bangkok", "Asia/Ho_Chi_Minh", "Asia/Jakarta", "Asia/Phnom_Penh", "Asia/Saigon",
      "Asia/Vientiane",
    ],
    480: [
      "Asia/Brunei", "Asia/Chongqing", "Asia/Hong_Kong", "Asia/Kuala_Lumpur", "Asia/Kuching",
      "Asia/Macau", "Asia/Makassar", "Asia/Manila", "Asia/Shanghai", "Asia/Singapore",
      "Asia/Taipei",
    ],
    540: ["Asia/Jayapura", "Asia/Seoul", "Asia/Tokyo", "JST", "KST"],
    570: ["Australia/Darwin", "Australia/North"],
    600: [
      "Australia/Brisbane", "Australia/Lindeman", "Australia/Queensland", "Pacific/Guam",
      "Pacific/Port_Moresby",
    ],
  ])

  /// Zones with summer time, by name, and the minutes of their standard time.
  package static let summerZones: [String: (minutes: Int, summer: DaylightSaving)] = {
    var zones = southernZones
    zones.merge(europeanZones.mapValues { ($0, .european) }) { $1 }
    zones.merge(americanZones.mapValues { ($0, .american) }) { $1 }
    return zones
  }()

  /// Zones of the European Union.
  private static let europeanZones = zones([
    -60: ["Atlantic/Azores"],
    0: [
      "Atlantic/Canary", "Atlantic/Faroe", "Atlantic/Madeira", "Europe/Belfast", "Europe/Dublin",
      "Europe/Guernsey", "Europe/Isle_of_Man", "Europe/Jersey", "Europe/Lisbon", "Europe/London",
      "GB",
    ],
    60: [
      "Africa/Ceuta", "Europe/Amsterdam", "Europe/Andorra", "Europe/Belgrade", "Europe/Berlin",
      "Europe/Bratislava", "Europe/Brussels", "Europe/Budapest", "Europe/Busingen",
      "Europe/Copenhagen", "Europe/Gibraltar", "Europe/Ljubljana", "Europe/Luxembourg",
      "Europe/Madrid", "Europe/Malta", "Europe/Monaco", "Europe/Oslo", "Europe/Paris",
      "Europe/Podgorica", "Europe/Prague", "Europe/Rome", "Europe/San_Marino", "Europe/Sarajevo",
      "Europe/Skopje", "Europe/Stockholm", "Europe/Tirane", "Europe/Vaduz", "Europe/Vatican",
      "Europe/Vienna", "Europe/Warsaw", "Europe/Zagreb", "Europe/Zurich",
    ],
    120: [
      "Asia/Nicosia", "Europe/Athens", "Europe/Bucharest", "Europe/Helsinki", "Europe/Kiev",
      "Europe/Kyiv", "Europe/Mariehamn", "Europe/Nicosia", "Europe/Riga", "Europe/Sofia",
      "Europe/Tallinn", "Europe/Vilnius",
    ],
  ])

  /// Zones of the United States and Canada.
  private static let americanZones = zones([
    -540: ["America/Anchorage", "US/Alaska"],
    -480: ["America/Los_Angeles", "America/Vancouver", "Canada/Pacific", "US/Pacific"],
    -420: [
      "America/Boise", "America/Denver", "America/Edmonton", "Canada/Mountain", "US/Mountain",
    ],
    -360: ["America/Chicago", "America/Winnipeg", "Canada/Central", "US/Central"],
    -300: [
      "America/Detroit", "America/Indiana/Indianapolis", "America/Indianapolis",
      "America/Kentucky/Louisville", "America/Louisville", "America/Montreal", "America/Nassau",
      "America/New_York", "America/Toronto", "Canada/Eastern", "US/Eastern", "US/Michigan",
    ],
    -240: ["America/Halifax", "America/Moncton", "Atlantic/Bermuda"],
  ])

  /// Zones of the southern hemisphere.
  private static let southernZones: [String: (minutes: Int, summer: DaylightSaving)] = [
    "Australia/ACT": (600, .australian), "Australia/Adelaide": (570, .australian),
    "Australia/Broken_Hill": (570, .australian), "Australia/Canberra": (600, .australian),
    "Australia/Hobart": (600, .australian), "Australia/Melbourne": (600, .australian),
    "Australia/NSW": (600, .australian), "Australia/South": (570, .australian),
    "Australia/Sydney": (600, .australian), "Australia/Tasmania": (600, .australian),
    "Australia/Victoria": (600, .australian), "NZ": (720, .newZealand),
    "Pacific/Auckland": (720, .newZealand),
  ]

  private static func zones(_ names: [Int: [String]]) -> [String: Int] {
    var zones: [String: Int] = [:]
    for (minutes, names) in names {
      for name in names { zones[name] = minutes }
    }
    return zones
  }
}

extension Zone {
  /// The zone that a lowercase heading abbreviates, such as `date (kst)` or `time est`.
  ///
  /// A heading with the summer abbreviation, such as CEST, means local time in winter too.
  package static func named(byLettersOf heading: String) -> String? {
    let (words, inBrackets) = letters(of: heading)
    return (inBrackets.flatMap { zonesByLetters[$0] ?? zonesOfTwoLetters[$0] })
      ?? words.lazy.compactMap { zonesByLetters[$0] }.first
  }

  /// Letters in a lowercase heading that may mean several zones: `time (ist)` may be India's,
  /// Ireland's or Israel's.
  package static func unclear(inHeading heading: String) -> String? {
    let (words, inBrackets) = letters(of: heading)
    if let inBrackets, !["utc", "gmt"].contains(inBrackets) {
      let isZone = inBrackets.hasSuffix("t") && (3...4).contains(inBrackets.count)
      if isZone || areas.contains(String(inBrackets.prefix { $0 != "/" })) { return inBrackets }
    }
    return words.first { unclearLetters.contains($0) }
  }

  /// Whether a word of a heading only names a zone.
  package static func isLetters(_ word: String) -> Bool {
    // These are also the names of a tax and a currency.
    !["pst", "local"].contains(word)
      && (zonesByLetters[word] != nil || unclearLetters.contains(word))
  }

  /// The words of a heading with several, and the content of its last brackets.
  private static func letters(of heading: String) -> (words: [String], inBrackets: String?) {
    let words = heading.split { !$0.isLetter }.map(String.init)
    var inBrackets: String?
    if heading.hasSuffix(")"), let opening = heading.lastIndex(of: "(") {
      inBrackets = String(heading[heading.index(after: opening)...].dropLast().filter { $0 != " " })
    }
    return (words.count > 1 ? words : [], inBrackets)
  }

  private static let zonesByLetters: [String: String] = [
    "kst": "Asia/Seoul", "jst": "Asia/Tokyo", "sgt": "Asia/Singapore", "hkt": "Asia/Hong_Kong",
    "wib": "Asia/Jakarta", "myt": "Asia/Kuala_Lumpur", "pht": "Asia/Manila",
    "msk": "Europe/Moscow", "cet": "Europe/Berlin", "cest": "Europe/Berlin",
    "mez": "Europe/Berlin", "mesz": "Europe/Berlin", "eest": "Europe/Helsinki",
    "est": "America/New_York", "edt": "America/New_York", "cdt": "America/Chicago",
    "mdt": "America/Denver", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
    "acdt": "Australia/Adelaide", "aedt": "Australia/Sydney", "awst": "Australia/Perth",
    "nzdt": "Pacific/Auckland", "nzst": "Pacific/Auckland",
    "sast": "Africa/Johannesburg", "brt": "America/Sao_Paulo", "hst": "Pacific/Honolulu",
  ]

  /// Abbreviations that are also words in other languages; they must be in brackets.
  private static let zonesOfTwoLetters: [String: String] = [
    "et": "America/New_York", "pt": "America/Los_Angeles", "eet": "Europe/Helsinki",
    "wet": "Europe/Lisbon", "west": "Europe/Lisbon", "art": "America/Buenos_Aires",
    "trt": "Europe/Istanbul", "ict": "Asia/Bangkok",
  ]

  private static let unclearLetters: Set<String> = [
    "ist", "cst", "bst", "mst", "aest", "acst", "pkt", "local",
    "ortszeit",
  ]

  private static let areas: Set<String> = [
    "africa", "america", "asia", "atlantic", "australia", "europe", "indian", "pacific", "us",
  ]
}
