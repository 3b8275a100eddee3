internal import Designs
import Files

/// The rules for the paths of files in a pack.
///
/// The rules permit only names that every file system can store, and that mean the same on each.
enum PackPath {
  /// The file name of the manifest.
  static let manifest = "pack.json"
  /// The folders of a pack, in the order of reports.
  static let folders = [
    "themes", "templates", "motions", "fonts", "images", "devices", "content", "previews",
    "plugins",
  ]
  /// The other files at the top level.
  static let files: Set<String> = [manifest, "README.md", "LICENSE", "score.json"]
  /// The permitted extensions outside `plugins`, in lowercase.
  private static let endings: Set<String> = [
    "json", "md", "txt", "csv", "tsv", "ics", "png", "jpg", "jpeg", "webp", "avif", "heic", "heif",
    "svg", "ttf", "otf", "ttc", "otc",
  ]

  /// Returns the reason why a pack must not contain a file with this path; `nil` if it may.
  static func mistake(in path: String) -> String? {
    guard path.utf8.count <= PackLimits.pathBytes else {
      return "its path is longer than \(PackLimits.pathBytes) bytes"
    }
    guard !path.hasPrefix("/") else { return "its path is absolute" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains("..") else { return "its path leads out of the pack" }
    guard !parts.contains(where: { $0.isEmpty || $0 == "." }) else {
      return "its path has empty parts"
    }
    guard !parts.contains(where: { $0.hasPrefix(".") }) else { return "its name is hidden" }
    guard parts.allSatisfy(isPortable) else {
      return "its name contains characters other than letters, digits, spaces and . _ -"
    }
    guard parts.count <= PackLimits.folders + 1 else {
      return "it is in more than \(PackLimits.folders) folders"
    }
    guard parts.count > 1 else {
      return files.contains(path) ? nil : "it is not in one of the folders of a pack"
    }
    guard folders.contains(String(parts[0])) else {
      return "'\(parts[0])' is not one of the folders of a pack"
    }
    let isJSON = Files.ending(of: path) == "json"
    let named = parts[0] == "templates" ? parts[1] : isJSON ? parts[1].dropLast(5) : ""
    if ["themes", "motions", "devices"].contains(parts[0]), isJSON, parts.count > 2 {
      return "JSON files are directly in '\(parts[0])'"
    }
    if !named.isEmpty || isJSON, ["themes", "motions", "templates"].contains(parts[0]),
      !ContentIndex.isName(String(named)) || isJSON && !path.hasSuffix(".json")
    {
      return "its name is not a name for a theme, template or motion"
    }
    guard parts[0] == "plugins" || endings.contains(Files.ending(of: path)) else {
      return "a pack has no files of its type"
    }
    return nil
  }

  private static func isPortable(_ part: Substring) -> Bool {
    part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " ._-".contains($0)) }
      && part.last != " " && part.last != "."
  }
}
