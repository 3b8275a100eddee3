import ContentSources
internal import Designs
internal import Digests
internal import Files
internal import Glibc
import Graphics
internal import RenderFarm
import RenderPool
import SourceJSON
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// A picture that is to be made.
struct PlannedPicture: Sendable {
  /// Another one is another request.
  let digest: String
  /// Another one is another file.
  let tag: String
  let pixels: PixelSize
  let order: RenderOrder
  let format: ImageFormat
  var device = ""
  /// The request for this device alone, as it can be asked for again.
  var words: JSONValue = .null
  /// Whether there is another picture at another time, unless the request says for which it is.
  var looksAtTime = false
}

/// Turns the body of a request into an order; whatever can be known to be wrong is found here.
///
/// No file of the server is read for a client: content stands in the request, photos were brought.
final class RenderPlanner: Sendable {
  /// Everything that is wrong with a request.
  struct Mistakes: Error { let all: [RenderError] }

  /// A checker remembers what requests have in common, and is used by one at a time.
  private let checker: Mutex<RequestChecker>
  private let photos: PhotoShelf
  private let clock: TimeSource
  private let zone = RenderRequest.localZone

  /// - Throws: `fonts-missing`.
  init(
    _ installation: Installation, _ plugins: PluginRegistry, _ key: SecretKey,
    _ photos: PhotoShelf, clock: TimeSource = .machine
  ) throws(RenderError) {
    (self.photos, self.clock) = (photos, clock)
    checker = Mutex(
      try RequestChecker(
        installation: installation, plugins: plugins, key: key, clock: clock, mostKnown: 256))
  }

  /// What places of a body name in the place of a file.
  static let body = "request"
  /// Where relative paths would be meant: nothing can be below it.
  private static let nowhere = FileScope(folder: "/dev/null", isConfined: true)

  /// Most devices of one request: all there are, and a few more.
  private static let mostDevices = 64

  /// The time for which a calendar that a client brings is read.
  ///
  /// - Parameters:
  ///   - now: the time that its request is for; nil: the present.
  ///   - zone: the zone of its request or person; nil: that of the machine.
  /// - Returns: the moment or local time, and its zone.
  func calendarTime(now: String? = nil, zone: String?) -> CalendarNow {
    CalendarNow(
      now: now.flatMap { When($0) } ?? .moment(clock.read()), zone: zone ?? self.zone)
  }

  /// Reads and checks a request of a client: a picture for each of its devices.
  func plan(_ body: [UInt8], for client: String) -> Result<[PlannedPicture], Mistakes> {
    do throws(RenderError) {
      return plan(try JSONFile.parse(body, file: RenderPlanner.body), for: client)
    } catch {
      return .failure(Mistakes(all: [error]))
    }
  }

  /// The same for what is read already.
  func plan(_ root: JSONNode, for client: String) -> Result<[PlannedPicture], Mistakes> {
    let (sound, refused) = RequestOverHTTP.sifted(root)
    switch RequestFile.read(sound, named: RenderPlanner.body, files: RenderPlanner.nowhere) {
    case .failure(let mistakes):
      let more = mistakes.more { (request) throws(RenderError) in try checkWords(of: request) }
      return .failure(Mistakes(all: refused + mistakes.all + more))
    case .success(let file):
      do throws(RenderError) {
        let planned = try plan(file.requests, sound.plain, for: client)
        return refused.isEmpty ? .success(planned) : .failure(Mistakes(all: refused))
      } catch {
        // What was taken out is no second mistake.
        let isMissing = error.code == .noNotes || error.code == .noContent
        var more = isMissing && !refused.isEmpty ? [] : [file.located(error)]
        // A plugin may need the setting that would be taken out.
        if case .setting? = error.origin { return .failure(Mistakes(all: refused + more)) }
        for other in mistakes(in: file) where !more.contains(other) { more.append(other) }
        return .failure(Mistakes(all: refused + more))
      }
    }
  }

  /// Everything that is wrong with what a request names, but for its photo.
  private func mistakes(in file: RequestFile) -> [RenderError] {
    guard let first = file.requests.first else { return [] }
    return RequestMistakes.all(in: first, isTold: \.isOfMissingContent) {
      (request) throws(RenderError) in try checkWords(of: request)
    }.map(file.located)
  }

  /// Checks a request as if it had no photo, which is looked for once everything else is well.
  private func checkWords(of request: RenderRequest) throws(RenderError) {
    var request = request
    if case .photo = request.background { request.background = .theme }
    _ = try check(request, with: nil)
  }

  private func plan(
    _ requests: [RenderRequest], _ words: JSONValue, for client: String
  ) throws(RenderError) -> [PlannedPicture] {
    guard requests.count <= RenderPlanner.mostDevices else {
      throw RenderError(
        .notOverHTTP,
        "it names \(requests.count) devices, and a request may have \(RenderPlanner.mostDevices)",
        origin: .option("device"), hint: "send several requests")
    }
    // All of them are for one moment.
    let moment = clock.read()
    return try requests.map { (request) throws(RenderError) in
      var planned = try plan(request, at: moment, for: client)
      planned.words = words.forOne(request.device)
      return planned
    }
  }

  private func plan(
    _ first: RenderRequest, at moment: Moment, for client: String
  ) throws(RenderError) -> PlannedPicture {
    let request = first.frozen(at: moment, in: zone)
    var photo: HeldInput?
    if case .photo(let name) = request.background { photo = try photos.photo(name, of: client) }
    let found = try check(request, with: photo)
    let ordered = OrderedRequest(request)
    var order = RenderOrder(ordered)
    order.affinity = OrderAffinity(
      background: photo?.name ?? RenderPlanner.affinity(request, theme: found.theme),
      device: request.device)
    if let photo { order.inputs.hold(photo, as: photo.name, in: ordered) }
    return PlannedPicture(
      // What is not drawn counts too: another request may fail, or have other warnings.
      digest: found.digest + SHA256.hex(of: Array(OrderedRequest(first).text.utf8)),
      tag: found.digest, pixels: try request.screen().pixels, order: order, format: request.format,
      device: request.device,
      looksAtTime: found.looksAtTime && first.now == nil)
  }

  /// Checks a request; of a photo its first bytes are looked at, and nothing is decoded.
  private func check(
    _ request: RenderRequest, with photo: HeldInput?
  ) throws(RenderError) -> CheckedRequest {
    let result = checker.withLock { checker in
      Result { () throws(RenderError) in
        guard let photo else { return try checker.check(request) }
        let descriptor = try photo.open()
        // What is held is held for the process: one request at a time is checked, and nothing else reads files.
        HeldFiles.set([Files.join(request.files.folder, photo.name): descriptor])
        defer {
          HeldFiles.set([:])
          close(descriptor)
        }
        return try checker.check(request)
      }
    }
    return try result.get()
  }

  /// What lies behind the notes: orders that share it go to one worker.
  private static func affinity(_ request: RenderRequest, theme: String) -> String {
    switch request.background {
    case .color(let color): color
    case .plugin(let plugin): plugin
    case .none: ""
    case .theme, .photo: theme
    }
  }
}

extension JSONValue {
  /// A request without what names several devices or only helps an editor.
  fileprivate func forOne(_ device: String) -> JSONValue {
    guard case .object(var members) = self else { return self }
    members["devices"] = .string(device)
    (members["id"], members["$schema"]) = (nil, nil)
    return .object(members)
  }
}
