internal import Designs
import Files

/// The rules for the paths of files in a pack.
///
/// The rules permit only names that every file system can store and treats in the same way.
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
    guard !parts.contains(where: { $0.hasPrefix(".") }) else { return "its name begins with a dot" }
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
    if let mistake = mistake(inNameAt: parts) { return mistake }
    guard parts[0] == "plugins" || endings.contains(Files.ending(of: path)) else {
      return "a pack has no files of its type"
    }
    return nil
  }

  /// Returns the reason why a theme, template, motion or device could not be found by its name.
  private static func mistake(inNameAt parts: [Substring]) -> String? {
    let kind = parts[0]
    if kind == "templates" { return mistake(inName: parts[1]) }
    guard ["themes", "motions", "devices"].contains(kind),
      Files.ending(of: String(parts[parts.count - 1])) == "json"
    else { return nil }
    guard parts.count == 2 else { return "JSON files must be directly in '\(kind)'" }
    guard parts[1].hasSuffix(".json") else { return "its extension is not lowercase" }
    // Devices are found by the ids in their files.
    return kind == "devices" ? nil : mistake(inName: parts[1].dropLast(".json".count))
  }

  private static func mistake(inName name: Substring) -> String? {
    ContentIndex.isName(String(name))
      ? nil : "'\(name)' cannot be the name of a theme, template or motion"
  }

  private static func isPortable(_ part: Substring) -> Bool {
    part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " ._-".contains($0)) }
      && part.last != " " && part.last != "."
  }
}
