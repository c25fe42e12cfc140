extension Zone {
  /// Zones that keep one time all year, by their names and their minutes ahead of UTC.
  static let fixedZones: [String: Int] = [
    "Africa/Johannesburg": 120, "Africa/Lagos": 60, "Africa/Nairobi": 180,
    "America/Argentina/Buenos_Aires": -180, "America/Bogota": -300, "America/Lima": -300,
    "America/Buenos_Aires": -180, "America/Guayaquil": -300, "America/La_Paz": -240,
    "America/Panama": -300, "America/Puerto_Rico": -240, "America/Phoenix": -420,
    "Asia/Ho_Chi_Minh": 420, "Asia/Bangkok": 420, "Asia/Calcutta": 330, "Asia/Dubai": 240,
    "Asia/Hong_Kong": 480, "Asia/Jakarta": 420, "Asia/Kolkata": 330, "Asia/Kuala_Lumpur": 480,
    "Asia/Manila": 480, "Asia/Seoul": 540, "Asia/Shanghai": 480, "Asia/Singapore": 480,
    "Asia/Taipei": 480, "Asia/Tokyo": 540, "Australia/Brisbane": 600, "JST": 540, "KST": 540,
    "Pacific/Honolulu": -600,
  ]

  /// Zones that have kept one time since a day, by their names.
  static let zonesFixedSince: [String: (minutes: Int, day: String)] = [
    "America/Caracas": (-240, "2016-05-02"), "America/Mexico_City": (-360, "2022-10-31"),
    "America/Montevideo": (-180, "2015-03-09"), "America/Sao_Paulo": (-180, "2019-02-18"),
    "Europe/Istanbul": (180, "2016-09-08"), "Europe/Moscow": (180, "2014-10-27"),
  ]

  /// Zones of the United States and Canada with their summer time, by their names and the minutes
  /// of their standard time.
  static let americanZones: [String: Int] = [
    "America/Chicago": -360, "America/Denver": -420, "America/Detroit": -300,
    "America/Edmonton": -420, "America/Halifax": -240, "America/Los_Angeles": -480,
    "America/New_York": -300, "America/Toronto": -300, "America/Vancouver": -480,
    "America/Winnipeg": -360, "US/Central": -360, "US/Eastern": -300, "US/Mountain": -420,
    "US/Pacific": -480,
  ]
}
