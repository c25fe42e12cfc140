import FoundationEssentials
import Glibc
public import Portfolio

extension LocalCalendar {
  /// The days and hours of the user's own clock: `TZ`, else the system's time zone.
  public static let system = LocalCalendar { instant in
    var seconds = time_t(instant.millisecondsSince1970 / 1000)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : Int(local.tm_gmtoff)
  }
}
