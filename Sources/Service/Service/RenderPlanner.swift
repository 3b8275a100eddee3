import ContentSources
package import Designs
internal import Files
internal import Glibc
import Graphics
package import RenderPool
internal import Requests
package import SourceJSON
internal import Synchronization
package import WallfarmCore
package import WallfarmPluginKit

/// A checked picture that is ready to render.
package struct PlannedPicture: Sendable {
  /// The identity of the picture in this process: its tag, and a hash of all fields of its request.
  let digest: String
  /// The entity tag of the file.
  let tag: String
  let pixels: PixelSize
  package let order: RenderOrder
  let format: ImageFormat
  var device = ""
  /// Whether the picture depends on the current time.
  var looksAtTime = false
  /// The times of the content sources of the picture.
  var sources = SourceReading.Times()

  package init(
    digest: String, tag: String, pixels: PixelSize, order: RenderOrder, format: ImageFormat,
    device: String = "", looksAtTime: Bool = false
  ) {
    self.digest = digest
    self.tag = tag
    self.pixels = pixels
    self.order = order
    self.format = format
    self.device = device
    self.looksAtTime = looksAtTime
  }
}

/// Converts request bodies to orders, and finds all errors that can be found without rendering.
///
/// It never reads files on the server on behalf of clients: requests contain their content, and
/// clients upload photos, fonts, images and themes.
package final class RenderPlanner: Sendable {
  /// All errors in a request.
  package struct Mistakes: Error { package let all: [RenderError] }

  /// The checker caches shared parts of requests, so it is not thread-safe.
  private let checker: Mutex<RequestChecker>
  let uploads: Uploads
  /// The themes that can be extended by name, for ``check(theme:of:)``.
  let library: TemplateLibrary
  /// The checker of fonts, which is not thread-safe.
  let fonts: Mutex<FontStore>
  private let clock: TimeSource
  private let zone = RenderRequest.localZone

  /// - Throws: `fonts-missing`.
  package init(
    _ installation: Installation, _ plugins: PluginRegistry, _ key: SecretKey,
    _ uploads: Uploads, clock: TimeSource = .machine
  ) throws(RenderError) {
    (self.uploads, self.clock) = (uploads, clock)
    library = TemplateLibrary(installation)
    fonts = Mutex(FontStore(installation: installation, checksOnly: true))
    checker = Mutex(
      try RequestChecker(
        installation: installation, plugins: plugins, key: key, clock: clock, mostKnown: 256))
  }

  /// The file name that is used in the locations of errors in a request body.
  static let body = "request"
  /// The base for relative paths: a path that cannot contain any files.
  static let nowhere = FileScope(folder: "/dev/null", isConfined: true)

  /// Maximum number of devices per request.
  private static let mostDevices = 64

  /// Returns the reference time for reading a client's calendar.
  ///
  /// - Parameters:
  ///   - now: The time in the request, or `nil` for the current time.
  ///   - zone: The time zone of the request or person, or `nil` for the zone of the machine.
  /// - Returns: The instant or local time, and its zone.
  func calendarTime(now: String? = nil, zone: String?) -> CalendarNow {
    CalendarNow(
      now: now.flatMap { When($0) } ?? .moment(clock.read()), zone: zone ?? self.zone)
  }

  /// Checks a client's request, and plans one picture per device.
  ///
  /// - Parameters:
  ///   - root: The request.
  ///   - client: The client whose photos the request can name.
  ///   - isBody: Whether `root` is the unmodified request body; if so, errors include a fix.
  /// - Returns: The pictures, or all errors.
  package func plan(
    _ root: JSONNode, for client: String, isBody: Bool = false
  ) -> Result<[PlannedPicture], Mistakes> {
    plan(root, for: client, reading: nil, isBody: isBody)
  }

  /// Plans a request whose content can name sources; see ``plan(_:for:isBody:)``.
  func plan(
    _ root: JSONNode, for client: String, reading: SourceReading?, isBody: Bool = false
  ) -> Result<[PlannedPicture], Mistakes> {
    var (sound, refused) = RequestOverHTTP.sifted(root, makesFixes: isBody)
    var used = UsedUploads(uploads, of: client)
    sound = used.resolve(sound)
    refused += used.problems
    return plan(
      sound, using: used, for: client, sources: reading?.access ?? .refused, isBody: isBody, refused
    ).map { planned in
      guard let times = reading?.times else { return planned }
      return planned.map { picture in
        var picture = picture
        picture.sources = times
        return picture
      }
    }
  }

  /// Plans a request whose uploads are known; `refused` contains the errors in it.
  private func plan(
    _ sound: JSONNode, using used: UsedUploads, for client: String, sources: SourceAccess,
    isBody: Bool, _ refused: [RenderError]
  ) -> Result<[PlannedPicture], Mistakes> {
    switch RequestFile.read(
      sound, named: RenderPlanner.body, files: RenderPlanner.nowhere, makesFixes: isBody,
      sources: sources)
    {
    case .failure(let mistakes):
      let more = mistakes.more { (request) throws(RenderError) in
        _ = try check(request, with: used.inputs)
      }
      return .failure(Mistakes(all: refused + mistakes.all + more.map(used.located)))
    case .success(let file):
      do throws(RenderError) {
        let planned = try plan(file.requests, using: used, for: client)
        return refused.isEmpty ? .success(planned) : .failure(Mistakes(all: refused))
      } catch {
        // If the content is missing only because its key was rejected, do not report the missing
        // content as a second error.
        var more = error.isOfMissingContent && !refused.isEmpty ? [] : [file.located(error)]
        for other in mistakes(in: file, using: used) where !more.contains(other) {
          more.append(other)
        }
        return .failure(Mistakes(all: refused + more.map(used.located)))
      }
    }
  }

  /// Returns all errors in the values of a request, except in its photo.
  private func mistakes(in file: RequestFile, using used: UsedUploads) -> [RenderError] {
    guard let first = file.requests.first else { return [] }
    return RequestMistakes.allWithoutPhoto(in: first) { (request) throws(RenderError) in
      _ = try check(request, with: used.inputs)
    }.map(file.located)
  }

  private func plan(
    _ requests: [RenderRequest], using used: UsedUploads, for client: String
  ) throws(RenderError) -> [PlannedPicture] {
    guard requests.count <= RenderPlanner.mostDevices else {
      throw RenderError(
        .notOverHTTP,
        "the request names \(requests.count) devices; the limit is \(RenderPlanner.mostDevices)",
        origin: .option("device"), hint: "send several requests")
    }
    // All pictures in a request use the same time.
    let moment = clock.read()
    return try requests.map { (request) throws(RenderError) in
      try plan(request, using: used, at: moment, for: client)
    }
  }

  private func plan(
    _ first: RenderRequest, using used: UsedUploads, at moment: Moment, for client: String
  ) throws(RenderError) -> PlannedPicture {
    let request = first.frozen(at: moment, in: zone)
    var inputs = used.inputs
    var photo: HeldInput?
    if case .photo(let name) = request.background {
      let found = try uploads.photo(name, of: client)
      (photo, inputs[found.name]) = (found, found)
    }
    let found = try check(request, with: inputs)
    var order = RenderOrder(OrderedRequest(request))
    order.affinity = OrderAffinity(
      background: photo?.name ?? RenderPlanner.affinity(request, theme: found.theme),
      device: request.device)
    for (path, input) in inputs { order.inputs.hold(input, as: path, in: request.files) }
    return PlannedPicture(
      // Include fields that are not drawn, because they can lead to different errors or warnings.
      digest: "\(found.digest) \(first.hashValue)",
      tag: found.digest, pixels: try request.screen().pixels, order: order, format: request.format,
      device: request.device,
      looksAtTime: found.looksAtTime && first.now == nil)
  }

  /// Checks a request; reads only the first bytes of a photo and decodes nothing.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - inputs: The uploads that the request uses, by their paths.
  /// - Returns: The checked request.
  /// - Throws: The first error.
  func check(
    _ request: RenderRequest, with inputs: [String: HeldInput]
  ) throws(RenderError) -> CheckedRequest {
    let result = checker.withLock { checker in
      Result { () throws(RenderError) in
        guard !inputs.isEmpty else { return try checker.check(request) }
        return try RenderPlanner.holding(inputs) { () throws(RenderError) in
          try checker.check(request)
        }
      }
    }
    return try result.get()
  }

  /// Runs a closure that can read uploads by their paths; the caller must hold the lock of the
  /// checker, because held files are global to the process.
  private static func holding<Value>(
    _ inputs: [String: HeldInput], _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    var held: [String: Int32] = [:]
    defer {
      HeldFiles.set([:])
      for descriptor in held.values { close(descriptor) }
    }
    for (path, input) in inputs { held[Files.join(nowhere.folder, path)] = try input.open() }
    HeldFiles.set(held)
    return try body()
  }

  /// Runs a closure that can read uploads by their paths.
  func reading<Value: Sendable>(
    _ inputs: [String: HeldInput], _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    try checker.withLock { _ in
      Result { () throws(RenderError) in try RenderPlanner.holding(inputs, body) }
    }.get()
  }

  /// Returns a string that identifies the background; a worker can reuse cached work for orders
  /// with equal strings.
  private static func affinity(_ request: RenderRequest, theme: String) -> String {
    switch request.background {
    case .color(let color): color
    case .plugin(let plugin): plugin
    case .none: ""
    case .theme, .photo: theme
    }
  }
}
