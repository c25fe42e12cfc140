/// The members of a JSON object in their original order.
///
/// The order is kept so that writing the same value gives the same bytes. Two objects are equal if
/// their members are equal in the same order.
public struct JSONObject: Equatable, Sendable {
  /// A key and its value.
  public struct Member: Equatable, Sendable {
    /// The key.
    public let key: String
    /// The value.
    public let value: JSONValue

    /// Creates a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Keys and values, first to last.
  public let members: [Member]

  /// Creates an object from members with distinct keys.
  public init(_ members: [Member]) { self.members = members }

  /// The value of a key, or `nil` if the object lacks it.
  ///
  /// This is a linear search, suitable for a few dozen keys; iterate over ``members`` for more.
  public subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    members = elements.map { Member(key: $0.0, value: $0.1) }
  }
}
