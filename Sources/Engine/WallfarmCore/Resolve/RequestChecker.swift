internal import ContentSources
public import Designs
internal import Files
internal import Geography
import Graphics
public import WallfarmPluginKit

/// Checks requests without drawing them: hundreds of thousands, before the first is rendered.
///
/// What many of them have in common is checked once. Photos are read for their digest, each once,
/// and not decoded.
public final class RequestChecker {
  private let resolver: Resolver
  private let templates: String
  private let maps: WorldMap
  private let photos: PhotoStore
  private let fonts: FontContext
  private let key: SecretKey?
  private var known: [RenderRequest: Result<Common, RenderError>] = [:]
  /// Photos that were looked at, with the limits they were looked at with.
  private var knownPhotos: [Photo: Result<String, RenderError>] = [:]
  /// What is remembered at most; a job file of a million jobs must not fill memory.
  private let mostKnown: Int
  /// Digests of photos that are remembered: enough for each to be read once, in some 50 MB.
  private static let mostPhotos = 1 << 18

  /// What requests have in common that differ in notes and photo only.
  private struct Common {
    let template: String
    let theme: String
    /// Everything of the fingerprint but photos and notes.
    let parts: [Fingerprint.Part]
    /// Texts among its settings.
    let words: [String]
    /// Photos of template, theme and settings, and in the place of nil that of the request.
    let photos: [String?]
    /// Template, theme and their photos, but for files of the installation.
    let ownFiles: [String]
    /// How the file is written, and what must be allowed for it.
    let file: String
    /// Whether a layout looks at the time.
    let looksAtTime: Bool
    /// What its layouts show.
    let uses: [ContentUse]
    /// What there is no picture without, with the plugin that needs it.
    let needs: [(kind: ContentKind, plugin: PluginDescription)]
  }

  private struct Photo: Hashable {
    let file: String
    let limits: PhotoLimits
  }

  /// Opens an installation.
  ///
  /// - Parameters:
  ///   - installation: where templates and fonts are.
  ///   - plugins: what templates may use.
  ///   - key: what notes enter digests with; without one they are left out.
  ///   - clock: the time for requests that do not say theirs.
  ///   - mostKnown: how many requests without notes and photo are remembered.
  ///   - devices: the screens that requests can name.
  /// - Throws: `fonts-missing`.
  public init(
    installation: Installation, plugins: PluginRegistry, key: SecretKey? = nil,
    clock: TimeSource = .machine, mostKnown: Int = 4096, devices: DeviceCatalog = .shipped
  ) throws(RenderError) {
    self.mostKnown = mostKnown
    templates = installation.templates
    maps = WorldMap(file: installation.coasts)
    fonts = try installation.openFonts()
    photos = PhotoStore(mostBytes: 1 << 20, looksOnly: true)
    self.key = key
    resolver = Resolver(
      catalog: devices,
      library: TemplateLibrary(folder: installation.templates, devices: devices),
      plugins: plugins, fontFamilies: fonts.families, photos: photos,
      clock: clock)
  }

  /// Checks everything about a request that does not need pixels.
  ///
  /// - Returns: what its output may be named for, and the fingerprint that rendering will find.
  /// - Throws: the first mistake: any code of `resolve`.
  public func check(_ request: RenderRequest) throws(RenderError) -> CheckedRequest {
    var (own, ownPath): (String?, String?)
    if case .photo(let file) = request.background {
      let path = try request.files.path(of: file, origin: .option("photo"))
      own = try look(at: path, origin: .option("photo"), request)
      ownPath = path
    }
    let common = try common(to: request)
    for (kind, plugin) in common.needs where request.content.count(of: kind) == nil {
      throw .noContent(kind, for: plugin)
    }
    var content = CleanText.clean(request.content.shown(by: common.uses)).content
    try NotesReader.check(content.notes ?? [], origin: .notes)
    photos.limits = request.photoLimits
    let contentPhotos = try content.openPhotos(photos, in: request.files)
    let digests = try common.photos.map { (file) throws(RenderError) in
      guard let file else { return own ?? "" }
      return try look(at: file, origin: .file(file), request)
    }
    let more = try contentPhotos.map { (file) throws(RenderError) in
      try look(at: file, origin: .option("content"), request)
    }
    let fingerprint = Fingerprint(
      common.parts + [.photos(digests + more)], content: content,
      photos: Dictionary(zip(contentPhotos, more)) { first, _ in first }, words: common.words,
      key: key)
    return CheckedRequest(
      template: common.template, theme: common.theme, fingerprint: fingerprint,
      digest: CheckedRequest.digest(fingerprint, file: common.file),
      looksAtTime: common.looksAtTime,
      files: common.ownFiles + (ownPath.map { [$0] } ?? []) + contentPhotos)
  }

  /// The digest of a photo.
  private func look(
    at file: String, origin: Origin, _ request: RenderRequest
  ) throws(RenderError) -> String {
    let key = Photo(file: file, limits: request.photoLimits)
    if let known = knownPhotos[key] { return try known.get() }
    if knownPhotos.count >= min(RequestChecker.mostPhotos, mostKnown * 64) { knownPhotos = [:] }
    let result = Result { () throws(RenderError) in
      photos.limits = request.photoLimits
      try photos.open(file, origin: origin)
      return try FileDigest.sha256(ofFile: file)
    }
    knownPhotos[key] = result
    return try result.get()
  }

  /// What template, theme, background and settings come to, whatever notes and photo there are.
  private func common(to request: RenderRequest) throws(RenderError) -> Common {
    var common = request
    // Of content only this decides whether a layout looks at the time.
    common.content = Content(
      notes: request.content.hasDueNotes ? [RequestChecker.anyDueNote] : nil)
    common.output = .memory
    var own: String?
    if case .photo(let file) = request.background {
      // Any photo would do: this one was looked at.
      common.background = .photo(file: RequestChecker.anyPhoto)
      own = Files.join(request.files.folder, file)
    }
    if let known = known[common] { return try known.get() }
    if known.count >= mostKnown { known = [:] }
    var resolved = common
    resolved.background = request.background
    let result = Result { () throws(RenderError) in
      photos.limits = request.photoLimits
      let plan = try resolver.resolve(resolved)
      if plan.format == .jpeg && plan.background == nil { throw RenderError.transparentJPEG() }
      let shared = plan.photos.background.map { $0 == own ? nil : $0 } + plan.photos.layouts
      return Common(
        template: plan.template, theme: plan.theme,
        parts: Fingerprint.Part.common(of: plan, fonts: fonts.digest), words: plan.words,
        photos: shared,
        ownFiles: (plan.designs + shared.compactMap(\.self)).filter {
          !Files.isInside($0, templates)
        },
        file: CheckedRequest.file(of: plan), looksAtTime: plan.now != nil,
        uses: plan.plugins.flatMap(\.content), needs: needs(plan))
    }
    known[common] = result
    return try result.get()
  }

  /// What plugins declare that they need, and notes where a layout has nothing to show without; the plan has
  /// none, or one that has been given.
  private func needs(_ plan: RenderPlan) -> [(kind: ContentKind, plugin: PluginDescription)] {
    func declared(by plugin: PluginDescription) -> [(kind: ContentKind, plugin: PluginDescription)]
    {
      plugin.content.filter(\.isNeeded).map { ($0.kind, plugin) }
    }
    let behind = plan.background.map { declared(by: $0.plugin) } ?? []
    return behind
      + plan.layouts.flatMap { layout in
        let declared = declared(by: layout.plugin)
        // Checking runs no code that came with a folder.
        guard layout.plugin.isBuiltIn, declared.isEmpty else { return declared }
        let context = ComposeContext(
          plan, of: layout.plugin,
          PluginPorts(
            measurer: fonts.textEngine(scale: plan.device.scale),
            maps: maps))
        do throws(RenderError) {
          _ = try layout.instance.arrange(in: context)
          return []
        } catch {
          return error.code == .noNotes ? [(.notes, layout.plugin)] : []
        }
      }
  }

  private static let anyPhoto = "any photo"
  private static let anyDueNote = Note("any note", due: When("2000-01-01"))
}

/// What is known of a request that was checked.
public struct CheckedRequest: Sendable, Hashable {
  /// Name of its template.
  public let template: String
  /// Name of its theme.
  public let theme: String
  /// What the picture is made of; rendering finds the same.
  public let fingerprint: Fingerprint
  /// Changes when the file would be another one: with the picture, its format, effort and quality,
  /// and with what decides whether it may be made at all, strictness and limits on photos.
  public let digest: String
  /// Whether a layout looks at the time.
  public let looksAtTime: Bool
  /// The files that it is drawn from, by their paths.
  ///
  /// Photos, and its template and theme where they are not those of the installation; notes and content are in the
  /// request.
  public let files: [String]

  /// What of a plan belongs to the file and not to the picture.
  static func file(of plan: RenderPlan) -> String {
    var encoding = CanonicalEncoding("wallfarm encoding", format: Fingerprint.format)
    for share in [Ingredient<RenderRequest>.Share.file, .permission] {
      encoding.fields(of: plan.request, RenderRequest.ingredients, for: share)
    }
    encoding.fields(of: plan.device, Device.ingredients, for: .file)
    return encoding.digest
  }

  static func digest(_ fingerprint: Fingerprint, file: String) -> String {
    var encoding = CanonicalEncoding("wallfarm file", format: Fingerprint.format)
    encoding.field("picture", fingerprint.digest)
    encoding.field("encoding", file)
    return encoding.digest
  }
}
