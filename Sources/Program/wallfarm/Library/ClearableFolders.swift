import Files
import Glibc

/// Cache folders that the user can clear to free disk space.
enum ClearableFolders {
  /// The existing cache folders with their sizes in bytes.
  static var found: [(path: String, bytes: Int)] {
    guard let path = Files.userCache else { return [] }
    let bytes = Files.namesBelow(path).reduce(0) { $0 + size(of: "\(path)/\($1)") }
    return bytes > 0 ? [(path, bytes)] : []
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
