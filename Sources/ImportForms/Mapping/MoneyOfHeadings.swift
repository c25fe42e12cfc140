import ImportText

extension MapProposal {
  /// The money, and with it the zone, to ask about where a file names none.
  public var currencyOfHeadings: (words: String, fields: String) {
    guard let land = HeadingLocale(header.joined()) else {
      return ("US dollars", "currency==USD")
    }
    return (land.words, "currency==\(land.money),zone=\(land.zone)")
  }
}
