import Glibc

/// The folder shared by the app and its widgets, and the paths inside it.
///
/// Making a value touches no disk; ``create()`` makes the folders.
public struct AppGroupContainer: Equatable, Sendable {
  /// The group folder, absolute, without a slash at the end.
  public let folder: String
  /// Whether what is written here survives a power cut; a folder that is gone with the program that
  /// made it, as the demo's, need not.
  public let isLasting: Bool

  /// The container of the user whose environment is given: `$BITPAL_HOME`, else
  /// `$XDG_DATA_HOME/bitpal`, else `~/.local/share/bitpal`.
  ///
  /// Empty values count as unset. A relative `BITPAL_HOME` starts at `currentFolder`; a relative
  /// `XDG_DATA_HOME` or `HOME` is ignored, as the XDG base directory specification asks.
  ///
  /// - Throws: ``ContainerError/noHome`` when no variable names a folder.
  public init(
    environment: [String: String], currentFolder: String, isLasting: Bool = true
  ) throws(ContainerError) {
    let home: String
    if let own = environment["BITPAL_HOME"], !own.isEmpty {
      home = own.isAbsolutePath ? own : "\(currentFolder)/\(own)"
    } else if let data = environment["XDG_DATA_HOME"], data.isAbsolutePath {
      home = "\(data)/bitpal"
    } else if let user = environment["HOME"], user.isAbsolutePath {
      home = "\(user)/.local/share/bitpal"
    } else {
      throw .noHome
    }
    self.isLasting = isLasting
    folder = "\(home)/group.com.bitpal.shared".withoutRepeatedSlashes
  }

  /// The ledger's database.
  public var database: String { path(.ledger) }
  /// The folder of the widget files.
  public var widgetData: String { parent(of: portfolio) }
  /// What the widgets show.
  public var portfolio: String { path(.portfolio) }
  /// What a refresh needs.
  public var refreshData: String { path(.refreshData) }
  /// How the last refreshes went.
  public var refreshStatus: String { path(.refreshStatus) }
  /// The user's own prices of past days.
  public var userPrices: String { path(.userPrices) }
  /// The folder of past prices, one file a coin.
  public var pastPrices: String { parent(of: path(.pastPrices)) }
  /// The folder of daily candles, one file a coin.
  public var candles: String { parent(of: path(.candles)) }
  /// The folder of what lots became, one file a coin and cost basis.
  public var keptLots: String { parent(of: path(.keptLots)) }
  /// The exchange rates that were fetched.
  public var fetchedRates: String { path(.exchangeRates) }
  /// The coin catalogue that was fetched last.
  public var coinCatalogue: String { path(.catalogue) }
  /// The folder of the ledger's backups.
  public var backups: String { parent(of: path(.backup)) }
  /// The file whose lock every writer of the widget files takes.
  public var lockFile: String { path(.lock) }

  /// Makes the folders that are missing, each for the user alone.
  ///
  /// The group folder and the folders in it are closed to others (0700) even when they stood open;
  /// folders around it that exist already keep their mode.
  ///
  /// - Throws: ``ContainerError`` naming the folder that could not be made or closed.
  public func create() throws(ContainerError) {
    try makePrivateFolders(upTo: folder)
    let inner = ["Library", "Library/Application Support", "Backups"].map { "\(folder)/\($0)" }
    for path in [folder] + inner + [widgetData, pastPrices, candles, keptLots] {
      try makePrivateFolder(path)
      try protectFolder(path)
    }
  }
}

/// Makes each missing folder on the way to `path`, `path` itself excepted.
private func makePrivateFolders(upTo path: String) throws(ContainerError) {
  let names = path.split(separator: "/").dropLast()
  var folder = ""
  for name in names {
    folder += "/\(name)"
    try makePrivateFolder(folder)
  }
}

private func makePrivateFolder(_ path: String) throws(ContainerError) {
  if mkdir(path, 0o700) == 0 { return }
  let refusal = ContainerError.last(.createFolder, path)
  // Read-only systems and unlistable parents answer otherwise than EEXIST for a folder that stands.
  var found = stat()
  guard stat(path, &found) == 0 else { throw refusal }
  guard found.st_mode & S_IFMT == S_IFDIR else {
    throw .refused(.createFolder, path: path, code: ENOTDIR)
  }
}

private func protectFolder(_ path: String) throws(ContainerError) {
  var found = stat()
  guard stat(path, &found) == 0 else { throw .last(.protect, path) }
  guard found.st_mode & 0o777 != 0o700 else { return }
  guard chmod(path, 0o700) == 0 else { throw .last(.protect, path) }
}

extension String {
  fileprivate var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

  fileprivate var withoutRepeatedSlashes: String {
    var path = ""
    for part in split(separator: "/") { path += "/\(part)" }
    return path.isEmpty ? "/" : path
  }
}
