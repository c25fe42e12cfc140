import Glibc

/// What changed in the container.
public enum ContainerChange: CaseIterable, Sendable {
  /// `portfolio.json` was replaced or removed.
  case portfolio
  /// `refresh_data.json` was replaced or removed.
  case refreshData
  /// `refresh_status.json` was replaced or removed.
  case refreshStatus
  /// `watchlist.json` or `alerts.json` was replaced or removed.
  case lists
  /// The ledger's database was written to.
  case ledger
  /// A watched folder was moved or removed; create new notices.
  case folderLost
}

/// Notifies of changes that this or another process makes to the container.
///
/// Poll ``descriptor`` for reading, then call ``drain()``. A ledger notice is sent when SQLite's
/// log is written, just before readers see the commit. bitpal rewrites the widget files after each
/// commit, so check the ledger on every notice, whichever file it names.
public final class ChangeNotices {
  /// Readable when there is something to ``drain()``; valid as long as this object lives.
  public let descriptor: CInt

  private let container: AppGroupContainer
  private let widgetDataWatch: CInt
  private let folderWatch: CInt

  /// Starts watching, after making missing folders.
  ///
  /// - Throws: ``ContainerError`` if the folders cannot be made or the system allows no more
  ///   watches.
  public init(_ container: AppGroupContainer) throws(ContainerError) {
    try container.create()
    self.container = container
    let descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { throw .last(.watch, container.folder) }
    do throws(ContainerError) {
      widgetDataWatch = try watch(
        container.widgetData, IN_MOVED_TO | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_DELETE, descriptor)
      // Not IN_CLOSE_WRITE: SQLite opens the database for writing even to read it.
      folderWatch = try watch(
        container.folder, IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE, descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The changes since the last call, without duplicates; returns immediately, even if there are
  /// none.
  public func drain() -> Set<ContainerChange> {
    var changes: Set<ContainerChange> = []
    // Large enough for many events; the system never splits one.
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = retrying {
        buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      }
      guard count > 0 else { return changes }
      buffer.withUnsafeBytes { bytes in
        for event in InotifyEvents(bytes.prefix(count)) {
          changes.formUnion(self.changes(of: event))
        }
      }
    }
  }

  private func changes(of event: InotifyEvent) -> Set<ContainerChange> {
    if event.has(IN_Q_OVERFLOW) { return Set(ContainerChange.allCases).subtracting([.folderLost]) }
    if event.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED) { return [.folderLost] }
    switch event.watch {
    case widgetDataWatch: return widgetDataChange(event.name)
    case folderWatch: return folderChange(event)
    default: return []
    }
  }

  private func widgetDataChange(_ name: String) -> Set<ContainerChange> {
    switch "\(container.widgetData)/\(name)" {
    case container.portfolio: [.portfolio]
    case container.refreshData: [.refreshData]
    case container.refreshStatus: [.refreshStatus]
    case container.path(.watchlist), container.path(.alerts): [.lists]
    default: []
    }
  }

  private func folderChange(_ event: InotifyEvent) -> Set<ContainerChange> {
    switch "\(container.folder)/\(event.name)" {
    case container.database: [.ledger]
    // The last reader removes the log on closing, which does not change anything.
    case "\(container.database)-wal" where !event.has(IN_DELETE): [.ledger]
    case "\(container.folder)/Library" where event.has(IN_MOVED_FROM): [.folderLost]
    default: []
    }
  }
}

private func watch(
  _ path: String, _ events: CInt, _ descriptor: CInt
) throws(ContainerError) -> CInt {
  let always = IN_DELETE_SELF | IN_MOVE_SELF | CInt(IN_ONLYDIR)
  let number = inotify_add_watch(descriptor, path, UInt32(events | always))
  guard number >= 0 else { throw .last(.watch, path) }
  return number
}
