public import ArgumentParser
/// The program.
public struct BitpalCommand: ParsableCommand { public init() {}  
  /// Runs it.
  public func run() throws { print("bitpal") } }
