import Exact
import ImportText
import Portfolio

/// A map saved under a name, recognized by the header it was made for.
public struct SavedColumnMap: Equatable, Sendable {
  /// The name, consisting of letters, digits, `-` and `_`.
  public let name: String
  /// The map.
  public let map: ColumnMap
  /// The names of the file's columns.
  let header: [String]

  /// Saves a map for files like one that was read with it.
  ///
  /// - Returns: `nil` for an invalid name, or a file without a header.
  public init?(name: String, map: ColumnMap, file: ImportFile) {
    guard Self.isName(name), let header = file.columns else { return nil }
    self.name = name
    self.map = map
    self.header = header
  }

  /// Whether a text can be the name of a map, and thus of a file.
  public static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }

  /// Reads the output of ``json``.
  ///
  /// - Returns: `nil` for anything else.
  public init?(name: String, json bytes: [UInt8]) {
    do {
      let value = try JSONValue(parsing: bytes)
      guard let text = value["map"]?.string, let columns = value["header"]?.array else {
        return nil
      }
      self.name = name
      map = try ColumnMap(text)
      header = columns.compactMap(\.string)
      guard header.count == columns.count else { return nil }
    } catch {
      return nil
    }
  }

  /// The content of the map's file.
  public var json: String {
    let value = JSONValue.object(
      JSONObject([
        .init(key: "map", value: .string(map.text)),
        .init(key: "header", value: .array(header.map { .string($0) })),
      ]))
    return value.text(pretty: true) + "\n"
  }

  /// Whether the map was made for this header.
  ///
  /// Column order matters only for columns with the same name.
  func recognizes(_ other: CSVHeader) -> Bool {
    guard Set(other.columns.keys) == Set(header) else { return false }
    let repeats = map.columns.contains { header.contains("\($0)#2") || $0.contains("#") }
    // Older versions saved the names sorted.
    guard repeats, header != header.sorted() else { return true }
    return header == other.columns.sorted { $0.value < $1.value }.map(\.key)
  }
}
