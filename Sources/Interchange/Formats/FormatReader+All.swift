extension FormatReader {
  /// Every CSV format, those with the more telling headers first.
  static let all: [FormatReader] = [.bitpal]
}
