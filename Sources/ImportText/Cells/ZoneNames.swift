extension Zone {
  /// Zones that keep one time all year, by their names and their minutes ahead of UTC.
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

  /// Zones with a summer time, by their names and the minutes of their standard time.
  package static let summerZones: [String: (minutes: Int, summer: DaylightSaving)] = {
    var zones = southernZones
    zones.merge(europeanZones.mapValues { ($0, .european) }) { $1 }
    zones.merge(americanZones.mapValues { ($0, .american) }) { $1 }
    return zones
  }()

  /// Those of the European Union.
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

  /// Those of the United States and Canada.
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

  /// Those of the south.
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
