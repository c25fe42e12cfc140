extension ImportPlanner {
  /// Notes what the user should know of a file as a whole.
  mutating func note(_ file: ImportFile) {
    if file.isWindowsText { notices.append(.windowsText(file: file.name)) }
    if file.hasUnknownZone { notices.append(.localTimes(file: file.name)) }
    if let zone = file.localZone { notices.append(.localTimesIn(zone: zone, file: file.name)) }
    if file.isNewestFirst, !notices.contains(.newestFirst) { notices.append(.newestFirst) }
  }
}
