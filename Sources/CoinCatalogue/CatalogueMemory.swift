import CCoinCatalogue

/// Owns the bytes of one catalogue, which never change.
///
/// Unchecked, because pointers are never `Sendable`: these bytes are constant from `init` to
/// `deinit`.
final class CatalogueMemory: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  private let isOwned: Bool
  private let owner: (any AnyObject & Sendable)?

  private init(
    _ bytes: UnsafeRawBufferPointer, isOwned: Bool, owner: (any AnyObject & Sendable)? = nil
  ) {
    self.bytes = bytes
    self.isOwned = isOwned
    self.owner = owner
  }

  /// Bytes that another object owns.
  convenience init(_ bytes: UnsafeRawBufferPointer, keptBy owner: any AnyObject & Sendable) {
    self.init(bytes, isOwned: false, owner: owner)
  }

  /// The bytes embedded in the program.
  static func builtIn() -> CatalogueMemory {
    CatalogueMemory(
      UnsafeRawBufferPointer(start: bitpal_catalogue_bytes(), count: bitpal_catalogue_count()),
      isOwned: false)
  }

  convenience init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    self.init(UnsafeRawBufferPointer(copy), isOwned: true)
  }

  deinit {
    if isOwned { bytes.deallocate() }
  }

  /// Calls `body` with the layout; bytes are only accessible here, so that they outlive every use.
  func read<Value>(_ body: (CatalogueLayout) -> Value) -> Value {
    withExtendedLifetime(self) { body(CatalogueLayout(bytes)) }
  }
}
