/// A word quoted for a shell if it contains anything but plain characters.
public func quotedForShell(_ word: String) -> String {
  let plain = word.unicodeScalars.allSatisfy { scalar in
    "-_./,=:+@%".unicodeScalars.contains(scalar)
      || scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
  }
  return plain && !word.isEmpty ? word : inQuotesForShell(word)
}

/// A text in single quotes for a shell.
public func inQuotesForShell(_ text: String) -> String {
  "'" + text.replacing("'", with: "'\\''") + "'"
}
