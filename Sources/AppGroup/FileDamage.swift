import Portfolio
import WidgetTimeline

/// The unreadable parts of a file, and what to do about them.
public struct FileDamage: Equatable, Sendable {
  /// The maximum number of parts listed; further ones are counted.
  private static let named = 5

  /// The file.
  public let path: String
  /// The parts that cannot be read, such as `alert 2 (bitcoin)`; empty for the whole file.
  private let parts: [String]
  private let count: Int
  private let cure: String

  /// Describes damage.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - parts: The unreadable parts, such as `line 7`; empty for the whole file.
  ///   - count: The total number of unreadable parts.
  ///   - cure: What to do, in full sentences.
  public init(_ path: String, parts: [String] = [], count: Int? = nil, cure: String) {
    self.path = path
    self.parts = parts
    self.count = count ?? parts.count
    self.cure = cure
  }

  /// Describes the unreadable entries of a list.
  ///
  /// - Parameter isCut: Whether the list was cut off, so that entries may be missing.
  init(
    _ path: String, _ noun: String, _ unreadable: [UnreadableEntry], isCut: Bool, cure: String
  ) {
    var parts = unreadable.prefix(Self.named).map { entry in
      "\(noun) \(entry.number)\(entry.coinId.map { " (\($0))" } ?? "")"
    }
    if isCut, parts.count == unreadable.count, let last = parts.popLast() {
      parts.append("\(last) and what was after it")
    }
    self.init(path, parts: parts, count: unreadable.count, cure: cure)
  }

  /// What is wrong and what to do, in full sentences.
  public var sentence: String {
    guard !parts.isEmpty else { return "\(path) cannot be read. \(cure)" }
    let shown = parts.prefix(Self.named)
    let more = count - shown.count
    let list = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return "\(list.prefix(1).uppercased())\(list.dropFirst()) cannot be read: \(path). \(cure)"
  }
}
