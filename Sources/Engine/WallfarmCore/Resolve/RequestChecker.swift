internal import ContentSources
public import Designs
internal import Files
internal import Geography
import Graphics
public import WallfarmPluginKit

/// Checks requests without drawing them; a batch may check hundreds of thousands of requests before
/// its first render.
///
/// Work shared by many requests is cached. Each photo is read once for its digest and not decoded.
public final class RequestChecker {
  private let resolver: Resolver
  private let templates: String
  private let maps: WorldMap
  private let photos: PhotoStore
  private let fonts: FontContext
  private let key: SecretKey?
  private var known: [RenderRequest: Result<Common, RenderError>] = [:]
  /// The digests of photos by file and limits.
  private var knownPhotos: [Photo: Result<String, RenderError>] = [:]
  /// The maximum number of cached results; a job file of a million jobs must not exhaust memory.
  private let mostKnown: Int
  /// The kinds of content that installed templates show, loaded for the first request that lacks
  /// required content.
  private var showing: ContentTemplates?
  /// The maximum number of cached photo digests, which take up about 50 MB.
  private static let mostPhotos = 1 << 18

  /// The results shared by requests that differ only in their content and background photo.
  private struct Common {
    let template: String
    let theme: String
    /// The parts of the fingerprint other than photos and notes.
    let parts: [Fingerprint.Part]
    /// The text settings.
    let words: [String]
    /// The photos of the template, theme and settings; `nil` represents the photo of the request.
    let photos: [String?]
    /// The files of the template and theme, and the photos of the template, theme and settings,
    /// except installed files.
    let ownFiles: [String]
    /// The versions of ``ownFiles``; if a file changes, the request is resolved again.
    let versions: [Files.Identity?]
    /// The digest of the encoding settings and permissions.
    let file: String
    /// Whether a layout uses the time.
    let looksAtTime: Bool
    /// The content that the plugins use.
    let uses: [ContentUse]
    /// The required kinds of content, with the plugins that require them.
    let needs: [(kind: ContentKind, plugin: PluginDescription)]
  }

  private struct Photo: Hashable {
    let file: String
    let limits: PhotoLimits
  }

  /// Opens an installation.
  ///
  /// - Parameters:
  ///   - installation: The installation with templates and fonts.
  ///   - plugins: The plugins that templates may use.
  ///   - key: The key for hashing notes in digests; if it is `nil`, digests omit the notes.
  ///   - clock: The source of the time for requests that do not specify a time.
  ///   - mostKnown: The maximum number of cached results.
  ///   - devices: The devices that requests can name.
  /// - Throws: `fonts-missing`.
  public init(
    installation: Installation, plugins: PluginRegistry, key: SecretKey? = nil,
    clock: TimeSource = .machine, mostKnown: Int = 4096, devices: DeviceCatalog = .known
  ) throws(RenderError) {
    self.mostKnown = mostKnown
    templates = installation.templates
    maps = WorldMap(file: installation.coasts)
    fonts = try installation.openFonts()
    photos = PhotoStore(mostBytes: 1 << 20, access: .signature)
    self.key = key
    resolver = Resolver(
      catalog: devices,
      library: TemplateLibrary(installation, devices: devices),
      plugins: plugins, fontFamilies: fonts.families,
      customFonts: FontStore(installation: installation, checksOnly: true), photos: photos,
      clock: clock)
  }

  /// Checks everything about a request that can be checked without drawing.
  ///
  /// - Returns: The names for the output pattern, and the fingerprint that rendering will compute.
  /// - Throws: The first error, which can have any code that `resolve` throws.
  public func check(_ request: RenderRequest) throws(RenderError) -> CheckedRequest {
    var (own, ownPath): (String?, String?)
    if case .photo(let file) = request.background {
      let path = try request.files.path(of: file, origin: .option("photo"))
      own = try look(at: path, origin: .option("photo"), request)
      ownPath = path
    }
    let common = try common(to: request)
    let given = try resolver.withSky(
      request.content, common.uses, request, common.template
    ).content
    for (kind, plugin) in common.needs where given.count(of: kind) == nil {
      let found = showing ?? ContentTemplates(resolver.library, resolver.plugins)
      showing = found
      throw RenderError.noContent(kind, for: plugin).choosing(found, for: request)
    }
    var content = CleanText.clean(given.shown(by: common.uses)).content
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

  /// Checks a photo and returns its digest.
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

  /// Resolves the template, theme, background and settings of a request, independently of its
  /// content and photo.
  private func common(to request: RenderRequest) throws(RenderError) -> Common {
    var common = request
    // Only notes with due dates and the sky affect whether a picture depends on the time; other
    // content does not.
    common.content = Content(
      notes: request.content.hasDueNotes ? [RequestChecker.anyDueNote] : nil)
    common.content.sky = request.content.sky
    common.output = .memory
    var own: String?
    if case .photo(let file) = request.background {
      // Any photo leads to the same result, because the request's photo was already checked.
      common.background = .photo(file: RequestChecker.anyPhoto)
      own = Files.join(request.files.folder, file)
    }
    if let known = known[common], RequestChecker.isCurrent(known) { return try known.get() }
    if known.count >= mostKnown { known = [:] }
    var resolved = common
    resolved.background = request.background
    let result = Result { () throws(RenderError) in
      photos.limits = request.photoLimits
      let plan = try resolver.resolve(resolved)
      if plan.format == .jpeg && plan.background == nil { throw RenderError.transparentJPEG() }
      let shared =
        plan.photos.background.map { $0 == own ? nil : $0 }
        + plan.photos.images + plan.photos.layouts
      let ownFiles = (plan.designs + plan.fonts.map(\.file) + shared.compactMap(\.self)).filter {
        !Files.isInside($0, templates)
      }
      return Common(
        template: plan.template, theme: plan.theme,
        parts: Fingerprint.Part.common(of: plan, fonts: fonts.digest), words: plan.words,
        photos: shared,
        ownFiles: ownFiles, versions: RequestChecker.versions(of: ownFiles),
        file: CheckedRequest.file(of: plan), looksAtTime: plan.now != nil,
        uses: plan.plugins.flatMap(\.content), needs: needs(plan))
    }
    known[common] = result
    return try result.get()
  }

  /// Whether the files of a cached result are unchanged; errors are always current.
  private static func isCurrent(_ result: Result<Common, RenderError>) -> Bool {
    guard case .success(let common) = result else { return true }
    return versions(of: common.ownFiles) == common.versions
  }

  private static func versions(of files: [String]) -> [Files.Identity?] {
    files.map { try? Files.identity(of: $0) }
  }

  /// Returns the kinds of content that the plugins in a plan require.
  ///
  /// Notes are included if a built-in layout reports that it cannot show anything without them. To
  /// find out, the function arranges the layout with the plan's content, which has at most one
  /// placeholder note.
  private func needs(_ plan: RenderPlan) -> [(kind: ContentKind, plugin: PluginDescription)] {
    func declared(by plugin: PluginDescription) -> [(kind: ContentKind, plugin: PluginDescription)]
    {
      plugin.content.filter(\.isNeeded).map { ($0.kind, plugin) }
    }
    let behind = plan.background.map { declared(by: $0.plugin) } ?? []
    return behind
      + plan.layouts.flatMap { layout in
        let declared = declared(by: layout.plugin)
        // Checking never runs the code of external plugins.
        guard layout.plugin.isBuiltIn, declared.isEmpty else { return declared }
        let context = ComposeContext(
          plan, of: layout.plugin,
          PluginPorts(
            measurer: fonts.textEngine(
              scale: plan.device.scale, standingInFor: plan.fonts.flatMap(\.families)),
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
