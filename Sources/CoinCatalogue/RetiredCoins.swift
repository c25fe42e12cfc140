/// Ids whose coin continues under another id.
///
/// CoinGecko still lists the old id, but returns no figures for it: shapeshift/web#11579
/// (`matic-network`: `"current_price": {}`, supply 0).
let successors = ["matic-network": "polygon-ecosystem-token"]

extension CoinCatalogue {
  /// The successor of a retired id, or `nil` if the id is not retired.
  ///
  /// An id that the catalogue ranks again is not retired, even if the table lists it.
  func successor(ofId id: String) -> CatalogueCoin? {
    guard let successorId = successors[id], let successor = coin(id: successorId),
      coin(id: id)?.rank == nil
    else { return nil }
    return successor
  }
}
