public import Designs
internal import Digests
internal import Files
public import Graphics
public import WallfarmPluginKit

extension Installation {
  /// Opens the fonts, with what fontconfig learned of them.
  ///
  /// - Throws: `fonts-missing`, also where a font cannot be read: with another one in its place the
  ///   picture would be another.
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
        hint: "run 'make setup' in the project, or 'wallfarm doctor' to see what is missing")
    }
  }

  /// Where fontconfig keeps what it learned of the files by some rules.
  ///
  /// Rules for scanning are applied before it keeps anything, so other rules need another cache.
  private func cacheFolder(for rules: [UInt8]) -> String {
    let cache = "\(fonts)/cache/\(SHA256.hex(of: rules).prefix(12))"
    // Fontconfig makes it as well, but where two programs do so at once, one of them says that no cache can be
    // written. Where it really cannot, the fonts are read anew each time.
    try? WholeFile.makeFolder(cache)
    return cache
  }

  /// Digest of the pinned fonts, of the rules for them, of the sizes of the files that are there, and of the
  /// hyphenation patterns in the same way.
  ///
  /// `wallfarm doctor` compares the files themselves, which takes a tenth of a second.
  ///
  /// - Throws: `file-unreadable`: without a font the picture would be another.
  func fontsDigest() throws(RenderError) -> String {
    // An installation without the lists has its fonts all the same.
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

  /// The files of patterns that belong to the installation.
  private func hyphenFiles() throws(RenderError) -> [String] {
    // As with the fonts, one without the list has what lies there.
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
