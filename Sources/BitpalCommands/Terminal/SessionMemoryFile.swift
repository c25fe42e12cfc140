import AppGroup
import ConfigurationFile
import Dashboard
import Exact
import FoundationEssentials
import Portfolio

/// Stores a session's state for the next one in a small file in the container.
extension AppGroupContainer {
  private var memoryPath: String { path(.session) }

  /// The state of the last session; default state if the file is missing or unreadable.
  var sessionMemory: SessionMemory {
    do {
      guard let bytes = try AtomicFile.read(memoryPath) else { return SessionMemory() }
      return SessionMemory(json: try JSONValue(parsing: bytes))
    } catch { return SessionMemory() }
  }

  /// The damage of the file; `nil` if it is intact or missing.
  var damageOfSession: FileDamage? {
    do {
      guard let bytes = try AtomicFile.read(memoryPath) else { return nil }
      if try JSONValue(parsing: bytes).object != nil { return nil }
    } catch {
      // Reported below, together with valid JSON that is not an object.
    }
    return FileDamage(memoryPath, cure: "Delete it: the dashboard makes it again.")
  }

  /// Saves the state for the next session; a write failure loses nothing else, so it is ignored.
  func remember(_ memory: SessionMemory) {
    guard memory != sessionMemory else { return }
    do {
      try AtomicFile.write(Array((memory.json.text(pretty: true) + "\n").utf8), to: memoryPath)
    } catch {}
  }
}

extension AppContext {
  /// The settings that the dashboard's own choices replace.
  var sessionSettings: SessionMemory.Settings {
    SessionMemory.Settings(
      currency: configuration.currency, costBasis: configuration.costBasis)
  }
}
