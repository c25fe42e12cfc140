import AppGroup
import Dashboard
import Exact
import FoundationEssentials
import Portfolio

/// What a session leaves for the next one, in a small file of its own in the container.
extension AppGroupContainer {
  private var memoryPath: String { path(.session) }

  /// What the last session left; nothing where there is no file or it cannot be read.
  var sessionMemory: SessionMemory {
    do {
      guard let bytes = try AtomicFile.read(memoryPath) else { return SessionMemory() }
      return SessionMemory(json: try JSONValue(parsing: bytes))
    } catch { return SessionMemory() }
  }

  /// What is wrong with the file; `nil` for a sound one, and where there is none.
  var damageOfSession: FileDamage? {
    do {
      guard let bytes = try AtomicFile.read(memoryPath) else { return nil }
      if try JSONValue(parsing: bytes).object != nil { return nil }
    } catch {
      // Named below, like what is not an object.
    }
    return FileDamage(memoryPath, cure: "Delete it: the dashboard makes it again.")
  }

  /// Leaves something for the next session; where that cannot be written it begins afresh, which
  /// loses nothing but the place.
  func remember(_ memory: SessionMemory) {
    guard memory != sessionMemory else { return }
    do {
      try AtomicFile.write(Array((memory.json.text(pretty: true) + "\n").utf8), to: memoryPath)
    } catch {}
  }
}
