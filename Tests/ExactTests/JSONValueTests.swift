import Exact
import Testing

/// JSON is read strictly and exactly: numbers keep their digits, objects their order.
///
/// - Duplicate keys, invalid UTF-8 and anything after the value are refused with the line.
/// - Depth and size are limited.
struct JSONReading {
  @Test(arguments: [
    "0", "-0", "1.0", "78030", "6.21e-06", "5.6366e-11", "1e21", "1E+2", "-1.4093297098441402",
    "0.12345678901234567", "99999999999999999999999999999999999999",
  ])
  func `keeps a number as the text it arrived as`(token: String) throws {
    #expect(try JSONValue(parsing: token.utf8) == .number(token))
    #expect(try JSONValue(parsing: "[\(token)]".utf8) == .array([.number(token)]))
  }

  @Test func `reads money from numbers and strings alike`() throws {
    #expect(try JSONValue(parsing: "0.1".utf8).decimal == ExactDecimal(exact: "0.1"))
    #expect(try JSONValue(parsing: "\"125000.50\"".utf8).decimal == ExactDecimal(exact: "125000.5"))
    #expect(JSONValue.string("1,5").decimal == nil)
    #expect(JSONValue.number("1e999").decimal == nil)
    #expect(JSONValue.null.decimal == nil)
    #expect(JSONValue.bool(true).decimal == nil)
  }

  @Test func `keeps the order of keys`() throws {
    let value = try JSONValue(parsing: #"{"b": 1, "a": {"c": []}}"#.utf8)
    #expect(value == .object(["b": .number("1"), "a": .object(["c": .array([])])]))
    #expect(value["a"]?["c"]?.array == [])
    #expect(value["d"] == nil)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a\/b\\\"\b\f\n\r\t""#, "a/b\\\"\u{8}\u{C}\n\r\t"), (#""\u0026""#, "&"),
    (#""\u5e01安""#, "币安"), (#""\uD83D\uDE80""#, "🚀"), (#""\u200b\u200B""#, "\u{200B}\u{200B}"),
    (#""\u0000""#, "\0"), (#""\u001b[31m""#, "\u{1B}[31m"),
  ])
  func `resolves escapes`(text: String, expected: String) throws {
    let value = try JSONValue(parsing: text.utf8)
    #expect(value.string.map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test(arguments: [
    ("", JSONError.Reason.unexpectedEnd), ("  ", .unexpectedEnd), ("[1", .unexpectedEnd),
    ("[1,", .unexpectedEnd), (#"{"a""#, .unexpectedEnd), (#""a"#, .unexpectedEnd),
    ("tru", .unexpectedEnd), (#""\u00"#, .unexpectedEnd), ("truE", .unexpectedByte),
    ("[1,]", .unexpectedByte), ("{1:2}", .unexpectedByte), (#"{"a":1,}"#, .unexpectedByte),
    (#"{"a" 1}"#, .unexpectedByte), ("<html>", .unexpectedByte), ("'a'", .unexpectedByte),
    ("+1", .unexpectedByte), (".5", .unexpectedByte), ("NaN", .unexpectedByte),
    ("[1 2]", .unexpectedByte), ("[1}", .unexpectedByte), ("01", .invalidNumber),
    ("-", .invalidNumber), ("-01", .invalidNumber), ("1.", .invalidNumber), ("1e", .invalidNumber),
    ("1e+", .invalidNumber), ("1e+-2", .invalidNumber), ("1 2", .trailingContent),
    ("{} <", .trailingContent), ("0x10", .trailingContent), ("1,5", .trailingContent),
    ("\"a\nb\"", .invalidString), (#""\x""#, .invalidString), (#""\u00g0""#, .invalidString),
    (#""\uD83D""#, .invalidString), (#""\uD83D\u0041""#, .invalidString),
    (#""\uDE80""#, .invalidString), (#""\uD83D\n""#, .invalidString),
    (#"{"a":1,"b":2,"a":1}"#, .duplicateKey("a")), (#"{"a":1,"\u0061":1}"#, .duplicateKey("a")),
  ])
  func `refuses what is not JSON`(text: String, reason: JSONError.Reason) {
    #expect(throws: JSONError(reason: reason, line: 1)) { try JSONValue(parsing: text.utf8) }
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    [0x22, 0xE5, 0x22], [0x22, 0x5C, 0x6E, 0xFF, 0x22],
  ])
  func `refuses strings that are not UTF 8`(bytes: [UInt8]) {
    #expect(throws: JSONError(reason: .invalidString, line: 1)) { try JSONValue(parsing: bytes) }
  }

  @Test func `names the line of a mistake`() {
    #expect(throws: JSONError(reason: .unexpectedByte, line: 3)) {
      try JSONValue(parsing: "[\n1,\nx]".utf8)
    }
  }

  @Test func `skips a byte order mark`() throws {
    #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("[]".utf8)) == .array([]))
  }

  @Test func `stops at its limits`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try JSONValue(parsing: nested(64).utf8).array?.count == 1)
    #expect(throws: JSONError(reason: .tooDeep, line: 1)) {
      try JSONValue(parsing: nested(65).utf8)
    }
    #expect(throws: JSONError(reason: .tooDeep, line: 1)) {
      try JSONValue(parsing: String(repeating: "[", count: 1_000_000).utf8)
    }
    #expect(try JSONValue(parsing: "[[],[],[]]".utf8, maximumDepth: 2).array?.count == 3)
    #expect(throws: JSONError(reason: .tooLarge, line: 1)) {
      try JSONValue(parsing: "[  ]".utf8, maximumBytes: 3)
    }
  }
}

/// JSON is written on one line or indented, escapes control characters and reads back unchanged.
struct JSONWriting {
  private let sample: JSONValue = .object([
    "totalValue": .string("125000.50"), "none": .array([]), "empty": .object([:]),
    "rows": .array([.number("6.21e-06"), .null, .bool(true), .object(["a": .bool(false)])]),
  ])

  @Test func `writes one line`() {
    #expect(
      sample.text() == #"{"totalValue":"125000.50","none":[],"empty":{},"#
        + #""rows":[6.21e-06,null,true,{"a":false}]}"#)
  }

  @Test func `writes indented lines`() {
    #expect(
      sample.text(pretty: true) == """
        {
          "totalValue": "125000.50",
          "none": [],
          "empty": {},
          "rows": [
            6.21e-06,
            null,
            true,
            {
              "a": false
            }
          ]
        }
        """)
  }

  @Test func `escapes what a terminal would obey`() {
    let text = JSONValue.string("\"\\\n\r\t\u{1B}[31m\u{7F}\u{9B}\u{A0}币🚀").text()
    #expect(text == "\"\\\"\\\\\\n\\r\\t\\u001b[31m\\u007f\\u009b\u{A0}币🚀\"")
  }

  @Test(arguments: [true, false]) func `reads back what it wrote`(pretty: Bool) throws {
    #expect(try JSONValue(parsing: sample.text(pretty: pretty).utf8) == sample)
    let odd = JSONValue.string(
      String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))))
    #expect(try JSONValue(parsing: odd.text(pretty: pretty).utf8) == odd)
  }
}
