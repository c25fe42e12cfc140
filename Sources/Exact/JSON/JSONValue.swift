/// A JSON value whose numbers are stored as text.
///
/// The standard library's decoder can convert a number to a binary fraction before it becomes a
/// decimal; here the token is unchanged until ``decimal`` reads it.
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as its token: `.number("1.0")` and `.number("1")` are different values.
  case number(String)
  /// A string with its escapes resolved.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Keys and values in their original order.
  case object(JSONObject)
}

extension JSONValue {
  /// The text of a string, otherwise `nil`.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of a list, otherwise `nil`.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object, otherwise `nil`.
  public var object: JSONObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The exact value of a number, or of a string that contains one; `nil` for anything else and for
  /// a number that a decimal cannot represent exactly.
  public var decimal: ExactDecimal? {
    switch self {
    case .number(let text), .string(let text):
      do throws(DecimalTextError) { return try ExactDecimal(exact: text) } catch { return nil }
    case .null, .bool, .array, .object: return nil
    }
  }

  /// The value for a key of an object, or `nil` if this is not an object or lacks the key.
  public subscript(key: String) -> JSONValue? { object?[key] }
}
