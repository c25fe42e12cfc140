import ConfigurationFile

/// Invariants of any configuration file; the fuzzer in `Fuzz` checks them too.
enum ConfigurationPromises {
  /// The secret that is written into the file.
  private static let secret = "CG-s3cret"

  /// Reads and changes a file.
  ///
  /// - Returns: The invariant that is violated, `nil` if all hold.
  static func broken(by text: String) -> String? {
    do { _ = try Configuration.reading(toml: text) } catch {
      if error.sentence.contains(where: \.isNewline) { return "a sentence of several lines" }
    }
    for (setting, value) in [(Setting.key, secret), (.palette, "mono"), (.mouse, "false")] {
      var file = ConfigurationText(text)
      do throws(ConfigurationFault) {
        try file.set(setting, to: value)
        guard try Configuration.reading(toml: file.text).configuration[setting] == value else {
          return "\(setting.rawValue) is not what it was set to"
        }
        try file.set(setting, to: nil)
        guard try Configuration.reading(toml: file.text).configuration[setting] == nil else {
          return "\(setting.rawValue) is still there"
        }
      } catch {
        if error.sentence.contains(secret) { return "the key is in \(error.sentence)" }
      }
    }
    return nil
  }
}
