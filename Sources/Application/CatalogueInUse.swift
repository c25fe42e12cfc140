public import AppGroup
public import CoinCatalogue
public import FoundationEssentials
import Portfolio
import Synchronization

/// The catalog in use and its source.
public struct CatalogueInUse: Sendable {
  /// The coins.
  public let catalogue: CoinCatalogue
  /// The time it was fetched; `nil` for the built-in one.
  public let fetched: Date?
  /// Why the fetched catalog is not in use, in one sentence.
  public let problem: String?

  private static let opened = Mutex<[String: CatalogueInUse]>([:])

  /// Opens the catalog of a container once; a damaged file is replaced by the built-in one.
  ///
  /// - Parameters:
  ///   - container: The container to search for a fetched catalog.
  ///   - warn: Receives the problem, once.
  /// - Returns: The fetched catalog, otherwise the built-in one.
  public static func of(
    _ container: AppGroupContainer, warn: (String) -> Void
  ) -> CatalogueInUse {
    let path = container.coinCatalogue
    return opened.withLock { opened in
      if let known = opened[path] { return known }
      let found = open(path)
      if let problem = found.problem { warn(problem) }
      opened[path] = found
      return found
    }
  }

  /// Opens a fetched catalog file.
  public static func open(_ path: String) -> CatalogueInUse {
    do {
      if let file = try MappedFile(path) {
        let catalogue = try CoinCatalogue(bytes: file.bytes, keptBy: file)
        return CatalogueInUse(catalogue: catalogue, fetched: file.modified, problem: nil)
      }
      // The file is missing or empty.
      if try AtomicFile.read(path) == nil { return builtIn(problem: nil) }
    } catch {
      // Reported below, like an empty file.
    }
    let advice = "using the built-in one. `bitpal coins update` replaces it."
    return builtIn(problem: "The coin catalog \(path) cannot be read; \(advice)")
  }

  private static func builtIn(problem: String?) -> CatalogueInUse {
    CatalogueInUse(catalogue: .builtIn, fetched: nil, problem: problem)
  }
}
