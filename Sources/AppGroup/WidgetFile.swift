import Exact
import FoundationEssentials
import Glibc
import Portfolio
import WidgetTimeline

/// What one of the container's files can hold.
protocol WidgetFileContent: Equatable, Sendable {
  /// The key of the list whose entries are read one by one; `nil` where the file is one thing.
  static var list: String? { get }
  /// Whether what cannot be read is written with the rest, because nothing else knows it.
  static var keepsUnreadable: Bool { get }
  /// Whether it is made of the ledger and the prices, and made again wherever it is missing.
  static var isCache: Bool { get }
  /// Entries of the list that cannot be read.
  var unreadableEntries: [UnreadableEntry] { get }
  var json: JSONValue { get }
  init?(json: JSONValue)
}

extension WidgetFileContent {
  static var list: String? { nil }
  static var keepsUnreadable: Bool { false }
  static var isCache: Bool { false }
  var unreadableEntries: [UnreadableEntry] { [] }
}

extension WidgetPortfolioData: WidgetFileContent {
  static var isCache: Bool { true }
}

extension WidgetRefreshData: WidgetFileContent {
  static var isCache: Bool { true }
}

extension RefreshStatus: WidgetFileContent {}

extension PriceBook: WidgetFileContent {
  static var list: String? { "prices" }
  var unreadableEntries: [UnreadableEntry] { unreadable }
}

extension Watchlist: WidgetFileContent {
  static var list: String? { "coins" }
  static var keepsUnreadable: Bool { true }
  var unreadableEntries: [UnreadableEntry] { unreadable }
}

extension PriceAlerts: WidgetFileContent {
  static var list: String? { "alerts" }
  static var keepsUnreadable: Bool { true }
  var unreadableEntries: [UnreadableEntry] { unreadable }
}

/// One file of the container as it was found.
struct WidgetFile<Content: WidgetFileContent> {
  /// What could be read; `nil` when the file is missing, or damaged and not a list.
  let content: Content?
  private let path: String
  /// Whether the bytes are not what a program wrote, so that writing the content would lose some.
  private let isBroken: Bool
  /// Whether there are bytes to keep: a power cut may leave a file without them.
  private let hasBytes: Bool
  /// Whether the list in the file has no end.
  let isCut: Bool

  /// Reads the file; one that is not understood is damaged, only the system's refusal throws.
  init(_ path: String) throws(ContainerError) {
    self.path = path
    do throws(ContainerError) {
      guard let bytes = try AtomicFile.read(path) else {
        (content, isBroken, hasBytes, isCut) = (nil, false, false, false)
        return
      }
      hasBytes = bytes.contains { $0 != 0 }
      if let whole = Self.content(of: bytes) {
        (content, isBroken, isCut) = (whole, false, false)
      } else {
        isBroken = true
        (content, isCut) = Self.entries(in: bytes)
      }
    } catch .tooLarge {
      (isBroken, hasBytes) = (true, true)
      (content, isCut) = Self.entries(in: [])
    }
  }

  /// Whether something in the file cannot be read.
  var isDamaged: Bool { content.map { !$0.unreadableEntries.isEmpty } ?? isBroken }

  /// Writes the file if its content changes; what would be lost by that is set aside first.
  ///
  /// - Parameters:
  ///   - new: The content; `nil` removes the file.
  ///   - isLasting: Whether the folder's files survive a power cut; caches never need to.
  ///   - clock: Dates what is set aside.
  /// - Returns: Where it was set aside.
  func replace(
    by new: Content?, isLasting: Bool, _ clock: () -> Date
  ) throws(ContainerError) -> String? {
    guard new != content else { return nil }
    let isDurable = isLasting && !Content.isCache
    guard let new else {
      try remove(isDurable: isDurable)
      return nil
    }
    let kept = hasBytes && loses(new) ? try AtomicFile.setAside(path, at: clock()) : nil
    let bytes = Array("\(new.json.text(pretty: true))\n".utf8)
    try AtomicFile.write(bytes, to: path, isDurable: isDurable)
    return kept
  }

  private func loses(_ new: Content) -> Bool {
    let unreadable = content?.unreadableEntries ?? []
    return isBroken
      || !unreadable.allSatisfy { Content.keepsUnreadable && new.unreadableEntries.contains($0) }
  }

  private func remove(isDurable: Bool) throws(ContainerError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last(.write, path) }
    if isDurable { try AtomicFile.syncFolder(parent(of: path)) }
  }

  private static func content(of bytes: [UInt8]) -> Content? {
    do { return Content(json: try JSONValue(parsing: bytes)) } catch { return nil }
  }

  /// What can be read of a list in bytes that are not JSON, or not that list.
  private static func entries(in bytes: [UInt8]) -> (Content?, isCut: Bool) {
    guard let name = Content.list else { return (nil, false) }
    let list = SalvagedList(bytes, named: name)
    return (Content(json: .object([name: .array(list.elements)])), list.isCut)
  }
}
