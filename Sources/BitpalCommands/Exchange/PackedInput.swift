import Archive
import CellGrid

/// One file to import, taken out of its packing.
struct InputFile {
  /// What messages call it, and what its refused rows are named after.
  let name: String
  let bytes: [UInt8]
  /// Whether nothing on the disk has these bytes.
  var isInMemory = true

  private static let mostBytes = 256 << 20
  private static let mostFiles = 1000
  /// How rows of text end their names.
  private static let endings = [".csv", ".tsv", ".txt", ".json"]

  /// The files in some bytes: themselves, or what is packed in them.
  static func all(in bytes: [UInt8], named name: String) throws -> [InputFile] {
    if let advice = advice(for: bytes, named: name) {
      throw CommandFailure("\(cleaned(name)) is \(advice)", .refused)
    }
    guard let packed = PackedFile(bytes) else {
      // No row begins so, and a header of zip is four bytes long.
      if bytes == Array("PK".utf8.prefix(bytes.count)) || bytes == [0x50, 0x4B, 0x03],
        name.lowercased().hasSuffix(".zip")
      {
        throw CommandFailure(cutOff(cleaned(name)), .refused)
      }
      return [InputFile(name: name, bytes: bytes, isInMemory: name == "-")]
    }
    let files: [(name: String, bytes: [UInt8])]
    do throws(PackedFileError) {
      files = try packed.unpacked(bytes, limit: mostBytes, files: mostFiles)
    } catch {
      throw CommandFailure(sentence(error, of: cleaned(name)), .refused)
    }
    if packed == .gzip {
      return files.map {
        InputFile(name: name.hasSuffix(".gz") ? String(name.dropLast(3)) : name, bytes: $0.bytes)
      }
    }
    if files.contains(where: { $0.name == "[Content_Types].xml" }) {
      throw CommandFailure("\(cleaned(name)) is \(workbook)", .refused)
    }
    let rows = files.filter { file in
      endings.contains { file.name.lowercased().hasSuffix($0) }
        && !file.name.hasPrefix("__MACOSX/")
    }.filter { file in
      let isReadMe = isReadMe(file.name)
      if isReadMe { Console.writeError("\(cleaned("\(name):\(file.name)")) is not read.") }
      return !isReadMe
    }
    guard !rows.isEmpty else {
      throw CommandFailure("\(cleaned(name)) holds no file of rows (CSV or JSON).", .refused)
    }
    return rows.map { file in
      InputFile(name: "\(name):\(cleaned(file.name))", bytes: file.bytes)
    }
  }

  /// How to import an archive without one of its files.
  static func advice(without member: InputFile, of archive: String) -> String {
    "Nothing was imported. To import \(cleaned(archive)) without "
      + "\(member.name.dropFirst(archive.count + 1)), unpack it and name the other files."
  }

  /// Whether a text beside exports says by its name that it holds no rows.
  private static func isReadMe(_ path: String) -> Bool {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return name.hasSuffix(".txt")
      && ["readme", "read me", "read_me", "license"].contains {
        name.hasPrefix($0)
      }
  }

  private static let workbook =
    "a workbook. Open it in a spreadsheet, save the sheet as CSV in UTF-8, and import that file."

  /// What to do with bytes that hold no rows bitpal could read.
  private static func advice(for bytes: [UInt8], named name: String) -> String? {
    let isZip = PackedFile(bytes) == .zip
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) || isZip && name.hasSuffix(".xlsx") {
      return workbook
    }
    if bytes.starts(with: Array("%PDF".utf8)) {
      return "a PDF, which shows rows but does not hold them. Ask the exchange for its CSV export."
    }
    let others: [[UInt8]] = [
      [0x37, 0x7A, 0xBC, 0xAF], Array("Rar!".utf8), Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58],
      [0x28, 0xB5, 0x2F, 0xFD],
    ]
    if others.contains(where: { bytes.starts(with: $0) }) {
      return "packed in a way bitpal does not read. Unpack it first, or pack it as .zip or .gz."
    }
    return nil
  }

  private static func sentence(_ error: PackedFileError, of name: String) -> String {
    switch error {
    case .noLibrary(let reason):
      return "\(name) is packed, and \(reason): `apt install libarchive13`, or unpack it first."
    case .cutOff: return cutOff(name)
    case .damaged(let reason):
      let words = reason.lowercased()
      if words.contains("passphrase") || words.contains("encrypt") {
        return "The archive is locked by a password: \(name). Unpack it first."
      }
      return "The archive is damaged (\(cleaned(reason))): \(name). Download or copy it again, or "
        + "unpack it by other means."
    case .tooLarge:
      return "\(name) is larger than 256 MB unpacked, or holds over 1,000 files. Unpack it first."
    }
  }

  private static func cutOff(_ name: String) -> String {
    "The archive is cut off: \(name). Download or copy it again."
  }
}
