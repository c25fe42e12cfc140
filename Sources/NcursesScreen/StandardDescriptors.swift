import CScreen

/// The standard descriptors 0, 1 and 2.
public enum StandardDescriptors {
  /// Protects the program from closed standard descriptors and file size limits.
  ///
  /// Call this before anything else. A closed descriptor is opened as `/dev/null`: otherwise the
  /// next file opened, such as a database, would get its number, and messages would be written to
  /// it. Writes beyond `ulimit -f` fail with an error instead of ending the program (SIGXFSZ).
  public static func secure() { bitpal_prepare_process() }
}
