import Application
import Archive
import CellGrid
import ImportForms
import ImportText
import Portfolio
import Reports
import Workbook

/// A file to import, extracted from an archive if needed.
struct InputFile {
  /// The name in messages: the path, followed by the name in the archive or workbook.
  let name: String
  let bytes: [UInt8]
  /// The name in the ledger: ``name`` without the folders that the file or its archive is in.
  let title: String

  init(name: String, bytes: [UInt8]) {
    self.init(name: name, title: ReadFile.title(ofFile: name), bytes: bytes)
  }

  fileprivate init(name: String, title: String, bytes: [UInt8]) {
    (self.name, self.title, self.bytes) = (name, title, bytes)
  }

  /// A file in an archive or workbook.
  init(name: String, in container: String, bytes: [UInt8]) {
    self.init(
      name: "\(container):\(name)", title: "\(ReadFile.title(ofFile: container)):\(name)",
      bytes: bytes)
  }

  /// The files in some bytes: the bytes themselves, the content of an archive, or a workbook's
  /// sheet.
  ///
  /// - Parameters:
  ///   - name: The name of the bytes in messages.
  ///   - unread: Receives the files of an archive that cannot be read.
  ///   - isKnown: Whether rows have a known header, used to choose a sheet and to recognize files.
  static func all(
    in bytes: [UInt8], named name: String, _ unread: inout UnreadFiles,
    isKnown: @escaping ([UInt8]) -> Bool
  ) throws -> [InputFile] {
    var unpacking = Unpacking(isKnown: isKnown)
    return try unpacking.files(in: bytes, named: name, &unread)
  }
}

extension AskedForm {
  /// Whether rows have the header of a requested format or of a saved map.
  func recognizes(_ rows: [UInt8], known: [SavedColumnMap]) -> Bool {
    isRecognized(rows, as: formats, map: map, known: known)
  }
}

/// Extracts the files from the user's input.
private struct Unpacking {
  let isKnown: ([UInt8]) -> Bool
  /// The number of bytes that may still be unpacked.
  var left = 256 << 20

  private static let maxFiles = 1000
  /// The extensions of text files with rows.
  private static let endings = [".csv", ".tsv", ".txt", ".json"]

  mutating func files(
    in bytes: [UInt8], named name: String, _ unread: inout UnreadFiles
  ) throws -> [InputFile] {
    if let refusal = refusal(of: bytes, named: name) { throw CommandFailure(refusal, .refused) }
    guard let packed = PackedFile(bytes) else {
      // No row begins like this, and a zip header has four bytes.
      if bytes == Array("PK".utf8.prefix(bytes.count)) || bytes == [0x50, 0x4B, 0x03],
        name.lowercased().hasSuffix(".zip")
      {
        throw CommandFailure(cutOff(cleaned(name)), .refused)
      }
      return [InputFile(name: name, bytes: bytes)]
    }
    let files = try unpacked(bytes, as: packed, named: name)
    if packed == .gzip {
      return files.map { InputFile(name: Self.unpackedName(name), bytes: $0.bytes) }
    }
    if let workbook = Workbook(files: files) {
      return [try sheet(of: workbook, in: InputFile(name: name, bytes: []))]
    }
    var rows: [InputFile] = []
    let earlier = unread.count
    for file in files where !Self.isOfSystem(file.name) {
      do {
        if let file = try member(file, of: name) { rows.append(file) }
      } catch let failure as CommandFailure {
        unread.refuse(failure)
      }
    }
    guard !rows.isEmpty || unread.count > earlier else {
      throw CommandFailure(
        "\(cleaned(name)) holds no file of rows (CSV, JSON or a workbook).", .refused)
    }
    return rows
  }

  private mutating func unpacked(
    _ bytes: [UInt8], as packed: PackedFile, named name: String
  ) throws -> [(name: String, bytes: [UInt8])] {
    do throws(PackedFileError) {
      let files = try packed.unpacked(bytes, limit: left, files: Self.maxFiles)
      left -= files.reduce(0) { $0 + $1.bytes.count }
      return files
    } catch {
      throw CommandFailure(message(error, of: cleaned(name)), .refused)
    }
  }

  /// The rows of a file in an archive; `nil` if it has none.
  private mutating func member(
    _ file: (name: String, bytes: [UInt8]), of archive: String
  ) throws -> InputFile? {
    var file = (name: cleaned(file.name), bytes: file.bytes)
    if PackedFile(file.bytes) == .gzip {
      let name = "\(archive):\(file.name)"
      let unpacked = try unpacked(file.bytes, as: .gzip, named: name).first?.bytes ?? []
      file = (Self.unpackedName(file.name), unpacked)
    }
    let member = InputFile(name: file.name, in: archive, bytes: file.bytes)
    if PackedFile(file.bytes) == .zip {
      let files = try unpacked(file.bytes, as: .zip, named: member.name)
      if let workbook = Workbook(files: files) { return try sheet(of: workbook, in: member) }
      Console.writeError(
        "\(cleaned(member.name)) is an archive in an archive and was not read. Unpack it first.")
      return nil
    }
    if OldWorkbook(file.bytes) != nil, let refusal = refusal(of: file.bytes, named: member.name) {
      throw CommandFailure(refusal, .refused)
    }
    let isText = Self.endings.contains { file.name.lowercased().hasSuffix($0) }
    guard isText ? !Self.isReadMe(file.name) : isKnown(file.bytes) else {
      Console.writeError("\(cleaned(member.name)) was not read.")
      return nil
    }
    return member
  }

  /// The name of a file after it is unpacked.
  private static func unpackedName(_ name: String) -> String {
    name.lowercased().hasSuffix(".gz") ? String(name.dropLast(3)) : name
  }

  /// Whether a system or program added the file to the archive: folders, and hidden files.
  private static func isOfSystem(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return path.hasSuffix("/") || parts.first == "__MACOSX" || parts.last?.first == "."
  }

  /// Whether the name of a text file in an archive suggests that it has no rows.
  private static func isReadMe(_ path: String) -> Bool {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return name.hasSuffix(".txt")
      && ["readme", "read me", "read_me", "license"].contains {
        name.hasPrefix($0)
      }
  }

  /// The first sheet with a known header, or the first that seems to have one.
  private mutating func sheet(of workbook: Workbook, in file: InputFile) throws -> InputFile {
    let name = file.name
    var sheets: [Workbook.Sheet]
    do throws(WorkbookError) {
      sheets = try workbook.sheets(limit: left)
    } catch {
      throw CommandFailure(message(error, of: cleaned(name)), .refused)
    }
    left -= sheets.reduce(0) { $0 + $1.text.count }
    sheets.removeAll { $0.text.isEmpty }
    let known = sheets.filter { isKnown($0.text) }
    let proposed = known.first ?? sheets.first { mapProposal(for: $0.text) != nil }
    guard let sheet = proposed ?? sheets.first else {
      throw CommandFailure("All sheets are empty: \(cleaned(name)).", .refused)
    }
    for other in known.dropFirst() {
      Console.writeError(
        "\(cleaned(file.sheet(other).name)) was not read: bitpal reads one sheet. Save it as CSV to "
          + "import it.")
    }
    let rows = file.sheet(sheet)
    if sheet.formulasWithoutResult > 0 {
      Console.writeError(
        "\(cleaned(rows.name)) lacks the results of "
          + "\(countOf(sheet.formulasWithoutResult, "formula")): their cells are read as empty. Save "
          + "the workbook again in a spreadsheet to fill them.")
    }
    return rows
  }

  private func message(_ error: WorkbookError, of name: String) -> ErrorMessage {
    switch error {
    case .noLibrary(let reason):
      .init(
        "\(name) is a workbook, and \(reason).",
        help: "Install it (apt install libexpat1), or save the sheet as CSV.")
    case .damaged(let reason):
      .init(
        "The workbook is damaged (\(cleaned(reason))): \(name).",
        help: "Open it in a spreadsheet and save it again, or save the sheet as CSV.")
    case .tooLarge:
      .init("The workbook is larger than 256 MB unpacked: \(name).", help: "Save the sheet as CSV.")
    case .encrypted: OldWorkbook.encrypted.refusal(name)
    case .binary:
      .init(
        "The workbook is binary (.xlsb): \(name).", help: "Save it as .xlsx, or the sheet as CSV.")
    }
  }

  /// Advice on bytes that contain no readable rows.
  private func refusal(of bytes: [UInt8], named name: String) -> ErrorMessage? {
    let name = cleaned(name)
    if let workbook = OldWorkbook(bytes) { return workbook.refusal(name) }
    if bytes.starts(with: Array("%PDF".utf8)) {
      return ErrorMessage(
        "\(name) is a PDF, which bitpal cannot read.",
        help: "Download the exchange's CSV export instead.")
    }
    let others: [[UInt8]] = [
      [0x37, 0x7A, 0xBC, 0xAF], Array("Rar!".utf8), Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58],
      [0x28, 0xB5, 0x2F, 0xFD],
    ]
    if others.contains(where: { bytes.starts(with: $0) }) {
      return ErrorMessage(
        "\(name) is packed in a way bitpal does not read.",
        help: "Unpack it first, or pack it as .zip or .gz.")
    }
    return nil
  }

  private func message(_ error: PackedFileError, of name: String) -> ErrorMessage {
    switch error {
    case .noLibrary(let reason):
      return ErrorMessage(
        "\(name) is packed, and \(reason).",
        help: "Install it (apt install libarchive13), or unpack it first.")
    case .cutOff: return cutOff(name)
    case .damaged(let reason):
      let words = reason.lowercased()
      if words.contains("passphrase") || words.contains("encrypt") {
        return ErrorMessage(
          "The archive is locked by a password: \(name).", help: "Unpack it first.")
      }
      return ErrorMessage(
        "The archive is damaged (\(cleaned(reason))): \(name).",
        help: "Download or copy it again, or unpack it by other means.")
    case .tooLarge:
      return ErrorMessage(
        "\(name) is larger than 256 MB unpacked, or holds over 1,000 files.",
        help: "Unpack it first.")
    }
  }

  private func cutOff(_ name: String) -> ErrorMessage {
    ErrorMessage("The archive is cut off: \(name).", help: "Download or copy it again.")
  }
}

extension InputFile {
  /// A sheet of the file, a workbook.
  fileprivate func sheet(_ sheet: Workbook.Sheet) -> InputFile {
    let suffix = ":\(cleaned(sheet.name).replacing("/", with: "-"))"
    return InputFile(name: name + suffix, title: title + suffix, bytes: sheet.text)
  }
}

/// A workbook in Microsoft's pre-2007 container format, which also wraps newer encrypted ones.
private enum OldWorkbook {
  case excel97, encrypted

  /// - Returns: `nil` for other bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) else { return nil }
    // The names of its streams are UTF-16.
    let package: [UInt8] = "EncryptedPackage".utf8.flatMap { [$0, 0] }
    self = bytes.firstRange(of: package) == nil ? .excel97 : .encrypted
  }

  func refusal(_ name: String) -> ErrorMessage {
    switch self {
    case .excel97:
      .init(
        "\(name) is a workbook of Excel 97 to 2003 (.xls).",
        help: "Save it as .xlsx or CSV, and import that.")
    case .encrypted:
      .init(
        "The workbook is locked by a password: \(name).",
        help: "Save it without one, or the sheet as CSV.")
    }
  }
}
