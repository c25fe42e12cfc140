package import CellGrid

/// A picture that differs from its recording.
package struct GalleryDifference {
  /// The kind of difference.
  package enum Kind: String {
    /// Recorded and drawn, with different content.
    case changed
    /// Drawn but not recorded.
    case missing
    /// Recorded but no longer drawn.
    case extra
  }

  /// The picture's name: `large-offline`.
  package let name: String
  package let kind: Kind
  /// The recorded file as text.
  let oldText: String
  /// The recorded snapshot; `nil` if missing or unreadable.
  let old: Snapshot?
  /// The snapshot drawn now.
  package let new: Snapshot?

  /// Compares a picture with its recorded bytes; `nil` if they are equal.
  init?(_ name: String, recorded: [UInt8]?, drawn: Snapshot?) {
    if let recorded, let drawn, recorded.elementsEqual(drawn.text.utf8) { return nil }
    self.name = name
    kind = recorded == nil ? .missing : drawn == nil ? .extra : .changed
    oldText = String(decoding: recorded ?? [], as: UTF8.self)
    new = drawn
    do throws(SnapshotError) {
      old = recorded == nil ? nil : try Snapshot(text: oldText)
    } catch {
      old = nil
    }
  }

  /// The changes, one line each: runs of changed cells with old and new text and style.
  package var facts: [String] {
    switch kind {
    case .missing: return ["this picture was never recorded"]
    case .extra: return ["no picture has this name"]
    case .changed: break
    }
    guard old != nil, new != nil else {
      return oldText.unicodeScalars.contains("\r")
        ? ["its lines end in CR LF: keep git from changing them with `*.snapshot -text`"]
        : ["the recorded file is not a snapshot by bitpal; its cells cannot be compared"]
    }
    return changes.isEmpty
      ? ["no cell changed, only the name of the case"]
      : changes.map(\.description)
  }

  /// The runs of changed cells; empty unless both pictures can be compared.
  package var changes: [CellChange] {
    guard let old, let new else { return [] }
    return Snapshot.differences(between: old.grid, and: new.grid)
  }

  private static let longestForeignText = 20_000

  /// The lines of a unified diff that `patch -p0` can apply; empty unless the picture changed.
  ///
  /// - Parameter path: The recorded file.
  func diff(path: String) -> [String] {
    guard kind == .changed, let new else { return [] }
    // The file may not be a snapshot; its beginning is enough to recognize it.
    let old = old == nil ? String(oldText.unicodeScalars.prefix(Self.longestForeignText)) : oldText
    let text = unifiedDiff(old: old, new: new.text, oldName: path, newName: path)
    // Split by scalars: a combining mark at the start of a line would hide the newline before it.
    return text.unicodeScalars.split(separator: "\n").map { cleanedLine(String($0)) }
  }
}

/// A line of a file without control characters; spaces stay because they are columns.
private func cleanedLine(_ line: String) -> String {
  line.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    .map { cleaned(String($0)) }.joined(separator: " ")
}
