extension CommandLineCheck {
  /// The words with values in the spelling that the parser knows, such as `fifo` for `FIFO`; `nil`
  /// where nothing is spelled otherwise.
  ///
  /// - Throws: Where the commands could not be listed.
  func withKnownSpelling() throws -> [String]? {
    var words = arguments
    let tree = try CommandTree.all()
    let (named, depth) = tree.command(Self.withoutAliases(words))
    let command = depth == 0 ? tree.command(["view"]).command : named
    let positional = command.allArguments.filter { $0.kind == .positional }
    var places = 0
    var index = depth
    while index < words.count, words[index] != "--" {
      let (name, value) = Self.parts(of: words[index])
      let option = command.allArguments.first { $0.kind == .option && $0.names.contains(name) }
      if let option, let value {
        words[index] = "\(name)=\(Self.known(value, to: option))"
      } else if let option, index + 1 < words.count {
        index += 1
        words[index] = Self.known(words[index], to: option)
      } else if !name.hasPrefix("-"), places < positional.count {
        words[index] = Self.known(words[index], to: positional[places])
        places += 1
      }
      index += 1
    }
    return words == arguments ? nil : words
  }

  /// `--size` and `small` of `--size=small`.
  private static func parts(of word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func known(_ value: String, to argument: CommandTree.Argument) -> String {
    argument.values.first { $0.lowercased() == value.lowercased() } ?? value
  }
}
