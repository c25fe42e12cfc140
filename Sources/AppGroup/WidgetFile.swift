import Exact
import FoundationEssentials
import Glibc
import Portfolio
import WidgetTimeline

/// What one of the container's files can hold.
protocol WidgetFileContent: Equatable, Sendable {
  var json: JSONValue { get }
  init?(json: JSONValue)
}

extension WidgetPortfolioData: WidgetFileContent {}
extension WidgetRefreshData: WidgetFileContent {}
extension RefreshStatus: WidgetFileContent {}
extension PriceBook: WidgetFileContent {}
extension Watchlist: WidgetFileContent {}
extension PriceAlerts: WidgetFileContent {}

/// One file of the container as it was found.
struct WidgetFile<Content: WidgetFileContent> {
  /// `nil` when the file is missing or damaged.
  let content: Content?
  private let path: String
  private let isDamaged: Bool

  /// Reads the file; one that is not understood is damaged, only the system's refusal throws.
  init(_ path: String) throws(ContainerError) {
    self.path = path
    do throws(ContainerError) {
      let bytes = try AtomicFile.read(path)
      content = bytes.flatMap(Self.content)
      // A power cut may leave a file without its bytes: then there is nothing to keep.
      isDamaged = content == nil && bytes?.contains { $0 != 0 } ?? false
    } catch .tooLarge {
      content = nil
      isDamaged = true
    }
  }

  /// Writes the file if its content changes.
  func replace(
    by new: Content?, _ clock: () -> Date
  ) throws(ContainerError) {
    guard new != content else { return }
    guard let new else { return try remove() }
    if isDamaged { _ = try AtomicFile.setAside(path, at: clock()) }
    try AtomicFile.write(Array("\(new.json.text(pretty: true))\n".utf8), to: path)
  }

  private func remove() throws(ContainerError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .last(.write, path) }
    try AtomicFile.syncFolder(parent(of: path))
  }

  private static func content(of bytes: [UInt8]) -> Content? {
    do { return Content(json: try JSONValue(parsing: bytes)) } catch { return nil }
  }
}
