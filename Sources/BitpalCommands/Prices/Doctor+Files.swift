import AppGroup
import Application
import ConfigurationFile
import FoundationEssentials
import Glibc
import LedgerStore
import Portfolio
import Reports
import WidgetTimeline

extension AppContext {
  /// The container and every file in it.
  func checksOfFiles() -> [DoctorCheck] {
    guard mode(of: container.folder) != nil else {
      if errno == EACCES {
        return [.attention("Container", "\(container.folder) cannot be opened: check who owns it")]
      }
      return [.fine("Container", "\(container.folder) is made by the first transaction")]
    }
    let paths: [String]
    do throws(ContainerError) { paths = try container.files() } catch {
      return [.attention("Container", detail(error.sentence))]
    }
    var files: [ContainerFile: [String]] = [:]
    var others: [String] = []
    for path in paths {
      if let kind = container.kind(of: path) {
        files[kind, default: []].append(path)
      } else {
        others.append(shortened(path))
      }
    }
    return [checkOfContainer(others), checkOfDatabase]
      + FileGroup.allCases.flatMap { checks(of: $0, files) }
  }

  /// A path as seen from the container.
  private func shortened(_ path: String) -> String {
    String(path.dropFirst(container.folder.count + 1))
  }

  /// - Parameter others: Files in the container that bitpal did not make.
  private func checkOfContainer(_ others: [String]) -> DoctorCheck {
    let privatePaths = [
      container.folder, container.database, container.widgetData, container.pastPrices,
      container.backups, container.portfolio, container.refreshData,
      container.refreshStatus,
    ]
    let open = privatePaths.filter { path in mode(of: path).map { $0 & 0o077 != 0 } ?? false }
    if let path = open.first {
      return .attention("Container", "other users can read \(path): chmod go= '\(path)'")
    }
    guard access(container.folder, R_OK | W_OK | X_OK) == 0 else {
      return .attention(
        "Container", "\(container.folder) cannot be written: check who owns it")
    }
    let unknown = others.isEmpty ? "" : "; not made by bitpal: \(others.joined(separator: ", "))"
    return .fine("Container", "\(container.folder), private (0700)\(unknown)")
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

  /// The line of a group of files, or one for each that cannot be read; none for a group that has
  /// no files and needs none.
  private func checks(of group: FileGroup, _ files: [ContainerFile: [String]]) -> [DoctorCheck] {
    if group == .backups { return checks(ofBackups: files[.backup] ?? []) }
    let kinds = ContainerFile.allCases.filter { $0.group == group }
    let damages = kinds.flatMap { kind in
      (files[kind] ?? []).compactMap { damage(of: kind, $0) }
    }
    guard damages.isEmpty else { return damages.map { .attention(group.rawValue, detail($0)) } }
    let there = kinds.map { (kind: $0, paths: files[$0] ?? []) }.filter { !$0.paths.isEmpty }
    guard !there.isEmpty || group.isAlwaysShown else { return [] }
    return [.fine(group.rawValue, summary(of: group, there))]
  }

  private func summary(
    of group: FileGroup, _ there: [(kind: ContainerFile, paths: [String])]
  ) -> String {
    let paths = there.flatMap(\.paths)
    switch group {
    case .widgetFiles:
      return paths.isEmpty ? "none yet" : "\(paths.count) of 3 present, all readable"
    case .pastPrices:
      return paths.isEmpty
        ? "no past prices yet: bitpal prices fetch"
        : "\(countOf(paths.count, "coin")), all readable"
    case .keptAside:
      let names = paths.map(shortened).joined(separator: ", ")
      return "\(countOf(paths.count, "damaged file")): \(names). Delete what you do not need"
    case .alerts: return "\(countOf(store.alerts()?.alerts.count ?? 0, "alert")), all readable"
    case .watchlist:
      return "\(countOf(store.watchlist()?.entries.count ?? 0, "coin")), all readable"
    case .backups, .priceFiles, .imports, .caches:
      return "\(countOf(paths.count, "file")), all readable"
    }
  }

  /// Reads every backup back.
  private func checks(ofBackups paths: [String]) -> [DoctorCheck] {
    let name = FileGroup.backups.rawValue
    let reports = paths.map { (path: $0, found: BackupReport(reading: $0)) }
    let damages = reports.compactMap { damage(of: $0.found, $0.path) }
    guard damages.isEmpty else { return damages.map { .attention(name, detail($0)) } }
    guard !reports.isEmpty else { return [] }
    let daily = reports.compactMap(\.found.day)
    let parts = [
      daily.max().map { "\(daily.count) daily, the newest of \($0)" },
      daily.count < paths.count ? "\(paths.count - daily.count) that bitpal never removes" : nil,
    ]
    return [
      .fine(name, parts.compactMap(\.self).joined(separator: "; ") + "; all can be restored")
    ]
  }

  private func damage(of report: BackupReport, _ path: String) -> String? {
    report.fault.map {
      "\(path) cannot be restored (\($0)). Delete it, and make another with `bitpal backup`."
    }
  }

  /// What is wrong with a file of the container, in full sentences; `nil` for a sound one.
  ///
  /// Every kind of file has its check here.
  func damage(of kind: ContainerFile, _ path: String) -> String? {
    do {
      return switch kind {
      case .portfolio, .refreshData, .refreshStatus, .prices, .watchlist, .alerts:
        try store.damage(of: kind)?.sentence
      case .backup: damage(of: BackupReport(reading: path), path)
      case .userPrices: try FileDamage(ofPrices: path)?.sentence
      case .pastPrices: try CoinPrices(path)?.damage?.sentence
      case .candles: try CandleStore.content(at: path).damage?.sentence
      case .exchangeRates: try service.readFetchedRates().damage?.sentence
      case .catalogue: CatalogueInUse.open(path).problem
      case .importMap:
        if case .failure(let damage) = ImportMapping.read(path, in: container) {
          damage.sentence
        } else {
          nil
        }
      case .countedPositions, .countedCycles:
        PortfolioService.damage(ofCountedPositions: path)?.sentence
      case .historySeries: HistorySeries.damage(of: path)?.sentence
      case .session: container.damageOfSession?.sentence
      // The database has its own line. A kept copy is damaged by definition, a lock is empty, and a
      // file that is being written is not finished. What version 1.0 left is read by the next
      // command, which says what of it cannot be read, or not needed any more.
      case .ledger, .keptAside, .lock, .unfinished, .priceDay, .fetchedPrices, .incompleteHistory,
        .mendedRows:
        nil
      }
    } catch {
      return CommandFailure(error)?.sentence ?? "\(error)"
    }
  }

  /// A sentence as the doctor's lines are written.
  private func detail(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}

/// The files that share a line of the doctor's.
private enum FileGroup: String, CaseIterable {
  case backups = "Backups"
  case widgetFiles = "Widget files"
  case pastPrices = "Price store"
  case priceFiles = "Price files"
  case alerts = "Alerts"
  case watchlist = "Watchlist"
  case imports = "Imports"
  case caches = "Caches"
  case keptAside = "Kept aside"

  /// Whether the line is there without any file.
  var isAlwaysShown: Bool { self == .widgetFiles || self == .pastPrices }
}

extension ContainerFile {
  /// The line of the doctor's that files of the kind have part in; `nil` for those that have a line
  /// of their own, or none.
  fileprivate var group: FileGroup? {
    switch self {
    case .backup: .backups
    case .portfolio, .refreshData, .refreshStatus: .widgetFiles
    case .pastPrices: .pastPrices
    case .prices, .userPrices, .exchangeRates: .priceFiles
    case .alerts: .alerts
    case .watchlist: .watchlist
    case .importMap, .incompleteHistory, .mendedRows: .imports
    case .countedPositions, .countedCycles, .historySeries, .session, .candles: .caches
    case .keptAside: .keptAside
    case .ledger, .catalogue, .lock, .unfinished, .priceDay, .fetchedPrices: nil
    }
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
