import AppGroup
import ConfigurationFile
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline

extension AppContext {
  /// The container, the ledger in it, the widget files and the price history.
  func checksOfFiles() -> [DoctorCheck] {
    guard mode(of: container.folder) != nil else {
      if errno == EACCES {
        return [.attention("Container", "\(container.folder) cannot be seen: check who owns it")]
      }
      return [.fine("Container", "\(container.folder) is made by the first transaction")]
    }
    return [checkOfContainer, checkOfDatabase, checkOfWidgetFiles, checkOfHistory]
  }

  private var checkOfContainer: DoctorCheck {
    let privatePaths = [
      container.folder, container.database, container.widgetData, container.priceHistory,
      container.backups, container.portfolio, container.refreshData, container.refreshStatus,
    ]
    let open = privatePaths.filter { path in mode(of: path).map { $0 & 0o077 != 0 } ?? false }
    if let path = open.first {
      return .attention("Container", "others can look into \(path): chmod go= '\(path)'")
    }
    guard access(container.folder, R_OK | W_OK | X_OK) == 0 else {
      return .attention(
        "Container", "\(container.folder) cannot be written: check who owns it")
    }
    return .fine("Container", "\(container.folder), private (0700)")
  }

  private var checkOfDatabase: DoctorCheck {
    let name = "Database"
    guard mode(of: container.database) != nil else {
      return .fine(name, "is made by the first transaction")
    }
    do {
      if let fault = try ledger.checkIntegrity().first {
        return .attention(
          name, "\(container.database) is damaged: \(fault). Restore a backup: bitpal restore FILE")
      }
      return .fine(name, "sound, \(countOf(try ledger.count(), "transaction"))")
    } catch {
      return .attention(name, CommandFailure(error)?.sentence ?? "\(error)")
    }
  }

  private var checkOfWidgetFiles: DoctorCheck {
    let name = "Widget files"
    let files = [
      (container.portfolio, store.portfolio() != nil),
      (container.refreshData, store.refreshData() != nil),
      (container.refreshStatus, store.refreshStatus() != nil),
    ]
    let there = files.filter { mode(of: $0.0) != nil }
    if let damaged = there.first(where: { !$0.1 }) {
      return .attention(
        name, "\(damaged.0) cannot be read: the dashboard or `bitpal refresh` rewrites it")
    }
    return .fine(name, there.isEmpty ? "none yet" : "\(there.count) of 3 present, all readable")
  }

  private var checkOfHistory: DoctorCheck {
    let days = PriceHistoryStore(container).days()
    guard let first = days.first else {
      return .fine("History", "no prices yet; each refresh adds a row")
    }
    return .fine("History", "\(countOf(days.count, "day")) of prices since \(first)")
  }
}

/// The permissions of a file or folder, `nil` when there is none.
private func mode(of path: String) -> mode_t? {
  var found = stat()
  return stat(path, &found) == 0 ? found.st_mode & 0o777 : nil
}

/// The configuration file as the doctor finds it.
struct DoctorSettings {
  /// What holds; all defaults where the file cannot be used.
  let configuration: Configuration
  let check: DoctorCheck

  init(_ environment: [String: String]) {
    let name = "Settings"
    guard let place = ConfigurationPlace(environment) else {
      configuration = Configuration()
      check = .fine(name, "no place for a file: HOME is not set; using defaults")
      return
    }
    do {
      configuration = try place.configuration()
    } catch {
      configuration = Configuration()
      check = .attention(name, CommandFailure(error)?.sentence ?? "\(error)")
      return
    }
    guard let mode = mode(of: place.path) else {
      check = .fine(name, "no file at \(place.path): using defaults")
      return
    }
    if configuration.key != nil, mode & 0o077 != 0 {
      check = .attention(
        name, "\(place.path) holds a key and others can read it: chmod 600 '\(place.path)'")
    } else if mode & 0o077 != 0 {
      check = .fine(
        name,
        "\(place.path), readable by other users (it holds no key): chmod 600 '\(place.path)'")
    } else {
      check = .fine(name, "\(place.path)\(configuration.key == nil ? "" : ", key private (0600)")")
    }
  }
}
