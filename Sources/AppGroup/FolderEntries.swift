import Glibc

/// The entries of a folder, without `.` and `..`; empty if the folder does not exist.
///
/// A link to a folder counts as a folder.
///
/// - Throws: ``ContainerError`` if the folder cannot be listed.
func entries(
  of folder: String
) throws(ContainerError) -> [(name: String, isFolder: Bool)] {
  guard let list = opendir(folder) else {
    if errno == ENOENT { return [] }
    throw .last(.read, folder)
  }
  defer { closedir(list) }
  var entries: [(name: String, isFolder: Bool)] = []
  while let entry = readdir(list) {
    let name = entry.name
    if name == "." || name == ".." { continue }
    var found = stat()
    let isFolder = stat("\(folder)/\(name)", &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
    entries.append((name, isFolder))
  }
  return entries
}
