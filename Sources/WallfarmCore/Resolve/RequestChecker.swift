import Graphics
public import WallfarmPluginKit

/// Checks requests without drawing them: hundreds of thousands, before the first is rendered.
///
/// What many of them have in common is checked once. Photos are looked at, not decoded.
public final class RequestChecker {
  private let resolver: Resolver
  private let photos: PhotoStore
  private let fonts: FontContext
  private var known: [RenderRequest: Result<Common, RenderError>] = [:]
  /// Photos that were looked at, with the limits they were looked at with.
  private var knownPhotos: [Photo: Result<Files.Identity, RenderError>] = [:]
  /// What is remembered at most; a job file of a million jobs must not fill memory.
  private static let mostKnown = 4096

  /// What requests have in common that differ in notes and photo only.
  private struct Common {
    let template: String
    let theme: String
    let digest: String
    let needsNotes: Bool
  }

  private struct Photo: Hashable {
    let file: String
    let limits: PhotoLimits
  }

  /// Opens an installation.
  ///
  /// - Throws: `fonts-missing`.
  public init(installation: Installation, plugins: PluginRegistry) throws(RenderError) {
    fonts = try installation.openFonts()
    photos = PhotoStore(mostBytes: 1 << 20, looksOnly: true)
    resolver = Resolver(
      catalog: .shipped, library: TemplateLibrary(folder: installation.templates),
      plugins: plugins, fontFamilies: fonts.families, photos: photos)
  }

  /// Checks everything about a request that does not need pixels.
  ///
  /// - Returns: what its output may be named for, and a digest of the files it depends on.
  /// - Throws: the first mistake: any code of `resolve`.
  public func check(_ request: RenderRequest) throws(RenderError) -> CheckedRequest {
    for (index, note) in CleanText.clean(request.notes).0.enumerated() {
      _ = try NotesReader.checked(note, number: index + 1, origin: "notes")
    }
    var photo = ""
    if case .photo(let file) = request.background {
      let identity = try look(at: request.files.path(of: file, origin: "--photo"), request)
      photo = "\(file) \(identity)"
    }
    let common = try common(to: request)
    if common.needsNotes && request.notes.isEmpty { throw .noNotes() }
    // The digest of its words covers notes and settings; that of the files covers what they name.
    let words = [common.digest, photo] + request.notes.map { "\($0.done)\($0.text)" }
    return CheckedRequest(
      template: common.template, theme: common.theme,
      digest: SHA256.hex(of: Array(words.map { "\($0.utf8.count) \($0)\n" }.joined().utf8)))
  }

  private func look(at file: String, _ request: RenderRequest) throws(RenderError) -> Files.Identity
  {
    let key = Photo(file: file, limits: request.photoLimits)
    if let known = knownPhotos[key] { return try known.get() }
    if knownPhotos.count >= RequestChecker.mostKnown { knownPhotos = [:] }
    let result = Result { () throws(RenderError) in
      photos.limits = request.photoLimits
      try photos.open(file, origin: "--photo")
      return try Files.identity(of: file)
    }
    knownPhotos[key] = result
    return try result.get()
  }

  /// What template, theme, background and settings come to, whatever notes and photo there are.
  private func common(to request: RenderRequest) throws(RenderError) -> Common {
    var common = request
    common.notes = []
    common.output = .memory
    common.temporaryName = nil
    if case .photo = request.background {
      // Any photo would do: this one was looked at.
      common.background = .photo(file: RequestChecker.anyPhoto)
    }
    if let known = known[common] { return try known.get() }
    if known.count >= RequestChecker.mostKnown { known = [:] }
    var resolved = common
    resolved.background = request.background
    let result = Result { () throws(RenderError) in
      photos.limits = request.photoLimits
      let plan = try resolver.resolve(resolved)
      if plan.format == .jpeg && plan.background == nil { throw RenderError.transparentJPEG() }
      let words =
        plan.templateDigest + plan.themeDigest + "\(common)"
        + plan.outsidePlugins.joined()
      return Common(
        template: plan.template, theme: plan.theme, digest: SHA256.hex(of: Array(words.utf8)),
        needsNotes: needsNotes(plan))
    }
    known[common] = result
    return try result.get()
  }

  /// Whether a layout has nothing to show without notes; the plan has none.
  private func needsNotes(_ plan: RenderPlan) -> Bool {
    let context = ComposeContext(plan, fonts.textEngine(scale: plan.device.scale))
    return plan.layouts.contains { layout in
      // Checking runs no code that came with a folder.
      guard layout.plugin.isBuiltIn else { return false }
      do throws(RenderError) {
        _ = try layout.instance.arrange(in: context)
        return false
      } catch {
        return error.code == .noNotes
      }
    }
  }

  private static let anyPhoto = "any photo"
}

/// What is known of a request that was checked.
public struct CheckedRequest: Sendable, Hashable {
  /// Name of its template.
  public let template: String
  /// Name of its theme.
  public let theme: String
  /// Changes when something changes that the picture depends on: words, notes, template, theme, or
  /// the size or date of its photo.
  public let digest: String
}
