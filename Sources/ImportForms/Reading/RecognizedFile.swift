import ImportText

/// Whether a file has a header of some forms, of a map, or of maps that were kept.
public func isRecognized(
  _ bytes: [UInt8], as formats: [ImportFormat], map: ColumnMap?, known: [SavedColumnMap]
) -> Bool {
  do throws(ImportError) {
    _ = try FileReading(
      bytes, as: formats, name: "", map: map, known: known, zones: LocalZones())
    return true
  } catch {
    return false
  }
}
