import Exact
import FoundationEssentials
import Glibc
import Portfolio
import WidgetTimeline

/// The content of one of the container's files.
protocol WidgetFileContent: Equatable, Sendable {
  /// The key of the list whose entries are parsed one by one; `nil` if the file has no list.
  static var list: String? { get }
  /// Whether unreadable entries are written back, because they cannot be restored otherwise.
  static var keepsUnreadable: Bool { get }
  /// Whether the file can be rebuilt from the ledger and the prices.
  static var isCache: Bool { get }
  /// The unreadable entries of the list.
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

/// One file of the container as it was read.
struct WidgetFile<Content: WidgetFileContent> {
  /// The readable content; `nil` if the file is missing, or damaged and not a list.
  let content: Content?
  private let path: String
  /// Whether the file is malformed, so that writing the content would lose bytes.
  private let isBroken: Bool
  /// Whether the file is not empty: a power cut may leave an empty one, which need not be kept.
  private let hasBytes: Bool
  /// Whether the list in the file was cut off.
  let isCut: Bool

  /// Reads the file; a malformed one counts as damaged, and only system errors throw.
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

  /// Writes the file if its content changes, first setting aside what would be lost.
  ///
  /// - Parameters:
  ///   - new: The content; `nil` removes the file.
  ///   - isLasting: Whether the folder's files survive a power cut; caches never need to.
  ///   - clock: Dates the file that is set aside.
  /// - Returns: The path of the file set aside.
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

  /// The readable entries of a list in malformed bytes.
  private static func entries(in bytes: [UInt8]) -> (Content?, isCut: Bool) {
    guard let name = Content.list else { return (nil, false) }
    let list = SalvagedList(bytes, named: name)
    return (Content(json: .object([name: .array(list.elements)])), list.isCut)
  }
}
