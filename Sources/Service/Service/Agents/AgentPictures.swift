import Files
import Graphics
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Plans and renders pictures for agents, in the same way as the HTTP routes of the service.
struct AgentPictures: Sendable {
  let planner: RenderPlanner
  let uploads: Uploads
  let remote: RemotePhotos
  let keeper: PictureKeeper
  let board: RenderBoard
  let planning: PlanningThread
  let settings: ServiceSettings
  let files: AgentFiles?

  /// A checked request.
  struct Planned: Sendable {
    /// The request, in which the path or URL of a photo is replaced by the name of the stored
    /// photo.
    let root: JSONNode
    let pictures: [PlannedPicture]
  }

  typealias Plan = Result<Planned, RenderPlanner.Mistakes>

  /// A rendered picture, or its preview.
  struct Made: Sendable {
    let device: String
    let bytes: [UInt8]
    let mediaType: String
    /// The receipt of the picture.
    let receipt: JSONValue

    var picture: AgentResult.Picture {
      AgentResult.Picture(bytes: bytes, mediaType: mediaType)
    }
  }

  /// Checks a request; must be called on a planning thread.
  func plan(
    _ request: JSONNode, for call: AgentCall, then: @escaping @Sendable (Plan) -> Void
  ) {
    let root: JSONNode
    do throws(RenderError) {
      root = try withStoredPhoto(try request.withOwnPlaces, of: call.caller.client)
    } catch {
      return then(.failure(RenderPlanner.Mistakes(all: [error])))
    }
    guard RemotePhotos.areNamed(in: root) else { return then(planned(root, call)) }
    remote.replace(in: root, for: call.caller.client, since: call.began) { result in
      switch result {
      case .failure(let error): then(.failure(RenderPlanner.Mistakes(all: [error])))
      case .success(let found):
        planning.run(
          for: call.caller.client, { then(planned(found, call)) },
          orElse: { then(.failure(RenderPlanner.Mistakes(all: [.overloaded()]))) })
      }
    }
  }

  private func withStoredPhoto(
    _ root: JSONNode, of client: String
  ) throws(RenderError) -> JSONNode {
    guard let files else { return root }
    return try files.withStoredPhoto(root, mostBytes: settings.photoSize) {
      (bytes) throws(RenderError) in try uploads.keep(bytes, as: .photo, for: client)
    }
  }

  private func planned(_ root: JSONNode, _ call: AgentCall) -> Plan {
    planner.plan(root, for: call.caller.client, isBody: true)
      .map { Planned(root: root, pictures: $0) }
  }

  /// Renders a picture at its full size.
  ///
  /// - Parameters:
  ///   - planned: The picture.
  ///   - keeps: Whether the picture has an address, so that it may be cached.
  ///   - call: The call.
  ///   - completion: Receives the picture, once, on any thread.
  func full(
    _ planned: PlannedPicture, keeps: Bool = false, for call: AgentCall,
    completion: @escaping @Sendable (Result<Made, RenderError>) -> Void
  ) {
    keeper.make(
      planned, keeps: keeps, for: Turn(call.caller.client), since: call.began,
      recordingIn: call.caller.exchange, whenLeft: call.caller.whenLeft
    ) { result in
      completion(
        result.flatMap { made in
          guard let bytes = made.bytes.array() else { return .failure(.workerDamaged()) }
          return .success(
            Made(
              device: planned.device, bytes: bytes, mediaType: made.format.mediaType,
              receipt: made.receipt))
        })
    }
  }

  /// Renders a picture and returns a small copy.
  ///
  /// - Parameters:
  ///   - planned: The picture.
  ///   - height: The maximum height in pixels.
  ///   - call: The call.
  ///   - completion: Receives the copy, once, on any thread.
  func preview(
    _ planned: PlannedPicture, height: Int, for call: AgentCall,
    completion: @escaping @Sendable (Result<Made, RenderError>) -> Void
  ) {
    guard let small = planned.preview(height: height) else {
      return completion(.failure(.workerDamaged()))
    }
    let spans = call.caller.exchange.map(RenderSpans.init)
    var waiter = RenderBoard.Waiter(turn: Turn(call.caller.client), began: call.began) { result in
      spans?.ended(result)
      completion(
        result.flatMap { rendered in
          guard let made = Made(rendered, preview: small) else {
            return .failure(.workerDamaged())
          }
          return .success(made)
        })
    }
    if let spans { waiter.whenStarted = { spans.started($0) } }
    board.render(small, for: waiter)
    call.caller.whenLeft { [board, waiter] in board.leave(waiter) }
  }
}

extension AgentPictures.Made {
  /// Creates a preview from a worker's result; returns `nil` if the result is not a valid preview.
  fileprivate init?(_ rendered: RenderedOrder, preview: PlannedPicture) {
    guard let bytes = rendered.bytes?.array(),
      let receipt = try? JSONNode(parsing: rendered.receipt)
    else { return nil }
    switch PhotoFormat(bytes) {
    case .jpeg: mediaType = "image/jpeg"
    case .png where ImageFormat.png.begins(Array(bytes.prefix(512)), of: preview.pixels):
      mediaType = "image/png"
    default: return nil
    }
    (device, self.bytes, self.receipt) = (preview.device, bytes, receipt.plain)
  }
}

extension PlannedPicture {
  /// Returns the same picture, planned so that the worker returns a small copy.
  fileprivate func preview(height: Int) -> PlannedPicture? {
    let copy = PicturePreview(of: pixels, height: height)
    var order = order
    do {
      guard var ordered = try OrderedRequest(try JSONNode(parsing: order.request)) else {
        return nil
      }
      ordered.preview = copy
      order.request = ordered.text
    } catch {
      return nil
    }
    return PlannedPicture(
      digest: "\(digest) preview \(height)", tag: tag, pixels: copy.size, order: order,
      format: format, device: device, looksAtTime: looksAtTime)
  }
}

extension JSONNode {
  /// The value with positions relative to its own start, because positions in the whole message do
  /// not help a client.
  fileprivate var withOwnPlaces: JSONNode {
    get throws(RenderError) {
      try JSONFile.parse(Array(plain.text(pretty: true).utf8), file: RenderPlanner.body)
    }
  }
}
