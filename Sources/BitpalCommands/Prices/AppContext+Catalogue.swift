import AppGroup
import CoinCatalogue
import FoundationEssentials
import Portfolio
import Synchronization

/// The catalogue in use, and where it comes from.
struct CatalogueInUse {
  let catalogue: CoinCatalogue
  /// When it was fetched; `nil` for the built-in one.
  let fetched: Date?
  /// Why a fetched catalogue is not in use, in one sentence.
  let complaint: String?

  private static let opened = Mutex<[String: CatalogueInUse]>([:])

  /// The catalogue of a container, opened once.
  ///
  /// A damaged file is passed over with one sentence.
  static func of(_ container: AppGroupContainer) -> CatalogueInUse {
    let path = container.coinCatalogue
    return opened.withLock { opened in
      if let known = opened[path] { return known }
      let found = open(path)
      if let complaint = found.complaint { Console.complain(complaint) }
      opened[path] = found
      return found
    }
  }

  /// Looks at a file, without a word.
  static func open(_ path: String) -> CatalogueInUse {
    do {
      guard let file = try MappedFile(path) else { return builtIn(complaint: nil) }
      let catalogue = try CoinCatalogue(bytes: file.bytes, keptBy: file)
      return CatalogueInUse(catalogue: catalogue, fetched: file.modified, complaint: nil)
    } catch {
      let advice = "the built-in one serves. `bitpal coins update` writes it anew."
      return builtIn(complaint: "The coin catalogue \(path) cannot be read; \(advice)")
    }
  }

  private static func builtIn(complaint: String?) -> CatalogueInUse {
    CatalogueInUse(catalogue: .builtIn, fetched: nil, complaint: complaint)
  }
}

extension AppContext {
  /// The coins bitpal knows: those fetched last, else those it came with.
  var catalogue: CoinCatalogue { CatalogueInUse.of(container).catalogue }
}
