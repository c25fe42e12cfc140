public import ArgumentParser

/// A value that the command line knows by the words of a list.
///
/// The argument parser would list the words through key paths, which takes it as long as everything
/// else that it does for a short command.
public protocol NamedChoice: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue == String {}

extension NamedChoice {
  /// Every word, in the order of the list.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// None: the words say what they mean.
  public static var allValueDescriptions: [String: String] { [:] }

  /// The word of this value.
  public var defaultValueDescription: String { rawValue }

  /// The words are what a shell completes.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// Reads a word of the list.
  public init?(argument: String) { self.init(rawValue: argument) }
}
