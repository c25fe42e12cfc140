import CScreen

/// The descriptors 0, 1 and 2 of the program.
public enum StandardDescriptors {
  /// Makes the program survive being started without them, or with a limit on the size of files.
  ///
  /// Call it first of all. A closed descriptor becomes `/dev/null`: otherwise the next file opened,
  /// a database for one, would get its number, and messages would be written into it. A write
  /// beyond `ulimit -f` fails with an error instead of ending the program (SIGXFSZ).
  public static func secure() { bitpal_prepare_process() }
}
