public import ArgumentParser

/// A command line value chosen from a list of words.
///
/// The argument parser would list the words through key paths, which is slow: for a short command
/// it takes as long as everything else.
public protocol NamedChoice: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

extension NamedChoice {
  /// All words, in order.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// No descriptions: the words are self-explanatory.
  public static var allValueDescriptions: [String: String] { [:] }

  /// The word of this value.
  public var defaultValueDescription: String { rawValue }

  /// Shells complete the words.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// Parses a word of the list.
  public init?(argument: String) { self.init(rawValue: argument) }
}
