import Glibc

/// The folder shared by the app and its widgets, and the paths inside it.
///
/// Creating a value does not touch the disk; ``create()`` makes the folders.
public struct AppGroupContainer: Equatable, Sendable {
  /// The group folder's absolute path, without a trailing slash.
  public let folder: String
  /// Whether files written here survive a power cut; not needed for a temporary folder, such as the
  /// demo's.
  public let isLasting: Bool

  /// The container for a user's environment: `$BITPAL_HOME`, else `$XDG_DATA_HOME/bitpal`, else
  /// `~/.local/share/bitpal`.
  ///
  /// Empty values count as unset. A relative `BITPAL_HOME` starts at `currentFolder`; a relative
  /// `XDG_DATA_HOME` or `HOME` is ignored, as the XDG base directory specification asks.
  ///
  /// - Throws: ``ContainerError/noHome`` if no variable names a folder.
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
  /// The file with the data that the widgets show.
  public var portfolio: String { path(.portfolio) }
  /// The file with the data that a refresh needs.
  public var refreshData: String { path(.refreshData) }
  /// The file with the results of the last refreshes.
  public var refreshStatus: String { path(.refreshStatus) }
  /// The user's own prices for past days.
  public var userPrices: String { path(.userPrices) }
  /// The folder of past prices, one file per coin.
  public var pastPrices: String { parent(of: path(.pastPrices)) }
  /// The folder of daily candles, one file per coin.
  public var candles: String { parent(of: path(.candles)) }
  /// The folder of cached lot matches, one file per coin and cost basis.
  public var keptLots: String { parent(of: path(.keptLots)) }
  /// The fetched exchange rates.
  public var fetchedRates: String { path(.exchangeRates) }
  /// The last fetched coin catalogue.
  public var coinCatalogue: String { path(.catalogue) }
  /// The folder of the ledger's backups.
  public var backups: String { parent(of: path(.backup)) }
  /// The lock file shared by all writers of the widget files.
  public var lockFile: String { path(.lock) }

  /// Makes the missing folders, each private to the user.
  ///
  /// The group folder and the folders in it are made private (0700) even if they were open before;
  /// existing folders around it keep their mode.
  ///
  /// - Throws: ``ContainerError`` naming the folder that could not be created or protected.
  public func create() throws(ContainerError) {
    try makePrivateFolders(upTo: folder)
    let inner = ["Library", "Library/Application Support", "Backups"].map { "\(folder)/\($0)" }
    for path in [folder] + inner + [widgetData, pastPrices, candles, keptLots] {
      try makePrivateFolder(path)
      try protectFolder(path)
    }
  }
}

/// Makes each missing parent folder of `path`.
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
  // For an existing folder, read-only systems and unlistable parents may return another error than
  // EEXIST.
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
