public import Designs
internal import Digests
internal import Files
public import Graphics
public import WallfarmPluginKit

extension Installation {
  /// Opens the installation's fonts, using a fontconfig cache.
  ///
  /// - Throws: `fonts-missing`, even if only one font is unreadable, because a substitute font
  ///   would change the picture.
  public func openFonts() throws(RenderError) -> FontContext {
    do throws(RenderError) {
      let rules = try Files.read(fonts + "/fonts.conf")
      let cache = cacheFolder(for: rules)
      let rare = fonts + "/rare.conf"
      let rareRules = Files.exists(rare) ? try Files.read(rare) : nil
      let rareCache = rareRules.map { cacheFolder(for: rules + $0) }
      let files = Files.names(in: fonts + "/files")
      return try FontContext(
        folder: fonts, cache: cache, rareCache: rareCache, files: files, hyphens: try hyphenFiles(),
        digest: try fontsDigest())
    } catch  where error.code == .fileUnreadable || error.code == .inputFailed {
      throw RenderError(
        .fontsMissing, error.message, origin: .file(fonts),
        hint: "run 'make setup' in the project, or run 'wallfarm doctor' to list missing files")
    }
  }

  /// Returns the families in the lock files, including those of rare scripts.
  ///
  /// Unlike `FontLock`, this method reads only the second column, because each render with a custom
  /// font needs the names.
  func lockedFamilies() -> [String] {
    ["fonts.lock", "rare.lock"].flatMap { name -> [String] in
      let lock = (try? Files.read("\(fonts)/\(name)")) ?? []
      return lock.split(separator: UInt8(ascii: "\n")).compactMap { line in
        let columns = line.split(
          separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false)
        guard columns.count == 3, line.first != UInt8(ascii: "#") else { return nil }
        return String(decoding: columns[1], as: UTF8.self)
      }
    }
  }

  /// The fontconfig cache folder for a configuration.
  ///
  /// Fontconfig applies its scan rules before caching, so each configuration needs its own cache.
  private func cacheFolder(for rules: [UInt8]) -> String {
    let cache = "\(fonts)/cache/\(SHA256.hex(of: rules).prefix(12))"
    // Create the folder here, because if two processes let fontconfig create it at the same time,
    // one of them reports that no cache is writable. If the folder cannot be created or written,
    // the fonts are scanned each time.
    try? WholeFile.makeFolder(cache)
    return cache
  }

  /// A digest of the pinned fonts and hyphenation patterns, their configuration, and the sizes of
  /// the installed files.
  ///
  /// `wallfarm doctor` also compares the file contents, which takes 0.1 s.
  ///
  /// - Throws: `file-unreadable`, because a missing font would change the picture.
  package func fontsDigest() throws(RenderError) -> String {
    // The lock files are optional, because an installation without them still provides fonts.
    let names = ["fonts.lock", "rare.lock", "rare.conf", "hyphens.lock"]
    let locks = try names.map { name throws(RenderError) in
      let path = "\(fonts)/\(name)"
      return (name: name, bytes: Files.exists(path) ? try Files.read(path) : nil)
    }
    let rules = try Files.read(fonts + "/fonts.conf")
    let files = try sizes(in: fonts + "/files")
    let rare = try sizes(in: fonts + "/rare")
    let hyphens = try sizes(in: self.hyphens)
    let part = Fingerprint.Part("fonts") { encoding in
      for lock in locks { encoding.field(lock.name, lock.bytes.map(SHA256.hex)) }
      encoding.field("fonts.conf", SHA256.hex(of: rules))
      encoding.list("files", files) { $1.add(to: &$0) }
      encoding.list("rare", rare) { $1.add(to: &$0) }
      encoding.list("hyphens", hyphens) { $1.add(to: &$0) }
    }
    return part.digest
  }

  /// The hyphenation pattern files that belong to the installation.
  private func hyphenFiles() throws(RenderError) -> [String] {
    // Without a lock file, use all pattern files in the folder, as is done for fonts.
    guard Files.exists(fonts + "/hyphens.lock") else { return Files.names(in: hyphens) }
    return try HyphenLock(installation: self).presentFiles()
  }

  private struct FileSize {
    let name: String
    let size: Int64

    func add(to encoding: inout CanonicalEncoding) {
      encoding.field("name", name)
      encoding.field("size", Int(size))
    }
  }

  private func sizes(in folder: String) throws(RenderError) -> [FileSize] {
    try Files.names(in: folder).map { name throws(RenderError) in
      FileSize(name: name, size: Int64(try Files.identity(of: "\(folder)/\(name)").size))
    }
  }
}
