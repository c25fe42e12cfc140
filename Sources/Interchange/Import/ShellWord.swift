/// A word as a shell reads it: in single quotes where it has anything but plain characters.
public func quotedForShell(_ word: String) -> String {
  let plain = word.unicodeScalars.allSatisfy { scalar in
    "-_./,=:+@%".unicodeScalars.contains(scalar)
      || scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
  }
  guard !plain || word.isEmpty else { return word }
  return "'" + word.replacing("'", with: "'\\''") + "'"
}
