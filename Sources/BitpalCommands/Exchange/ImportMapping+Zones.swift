import CellGrid
import ConfigurationFile
import ImportForms

extension ImportMapping {
  /// The zones of the user's accounts, for files with local times.
  static func zones(_ context: AppContext) throws -> LocalZones {
    guard let text = context.configuration.zones else { return LocalZones() }
    return try zones(text)
  }

  /// - Throws: `CommandFailure` for zones that cannot be used.
  static func zones(_ text: String) throws -> LocalZones {
    do throws(LocalZonesError) {
      return try LocalZones(text)
    } catch {
      throw CommandFailure.refused("import.zone", error.message)
    }
  }
}
