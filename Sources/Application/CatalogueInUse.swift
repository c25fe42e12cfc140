public import AppGroup
public import CoinCatalogue
public import FoundationEssentials
import Portfolio
import Synchronization

/// The catalogue in use, and where it is from.
public struct CatalogueInUse: Sendable {
  /// The coins.
  public let catalogue: CoinCatalogue
  /// When it was fetched; `nil` for the built-in one.
  public let fetched: Date?
  /// Why a fetched catalogue is not in use, in one sentence.
  public let problem: String?

  private static let opened = Mutex<[String: CatalogueInUse]>([:])

  /// The catalogue of a container, opened once; a damaged file is replaced by the built-in one.
  ///
  /// - Parameters:
  ///   - container: Whose fetched catalogue is looked for.
  ///   - warn: Receives the problem, once.
  /// - Returns: The fetched catalogue, else the built-in one.
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

  /// Looks at a file.
  public static func open(_ path: String) -> CatalogueInUse {
    do {
      if let file = try MappedFile(path) {
        let catalogue = try CoinCatalogue(bytes: file.bytes, keptBy: file)
        return CatalogueInUse(catalogue: catalogue, fetched: file.modified, problem: nil)
      }
      // None, or one without a byte.
      if try AtomicFile.read(path) == nil { return builtIn(problem: nil) }
    } catch {
      // Named below, like one that is empty.
    }
    let advice = "using the built-in one. `bitpal coins update` replaces it."
    return builtIn(problem: "The coin catalog \(path) cannot be read; \(advice)")
  }

  private static func builtIn(problem: String?) -> CatalogueInUse {
    CatalogueInUse(catalogue: .builtIn, fetched: nil, problem: problem)
  }
}
