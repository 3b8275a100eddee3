internal import Designs
internal import Graphics
internal import RenderPool
internal import Synchronization
import WallfarmCore
import WallfarmPluginKit

/// A periodic health check that renders a test picture.
///
/// The picture from a worker is compared byte by byte with a picture rendered at startup. This
/// detects broken fonts and libraries.
final class Canary: Sendable {
  private struct State {
    var failure: RenderError? = RenderError(
      .serviceStopping, "the first health check is still running", hint: "try again in a moment")
    var isUnderWay = false
    var next: SuspendingClock.Instant
  }

  /// A device with a small screen, so that the test picture renders quickly.
  private static let device = "iphone8"

  private let planned: PlannedPicture
  private let expected: [UInt8]
  private let interval: Duration
  private let state: Mutex<State>

  /// Renders the expected picture in this process.
  ///
  /// - Throws: Rendering errors; the service cannot work if this picture cannot be rendered.
  init(
    _ installation: Installation, _ plugins: PluginRegistry, key: SecretKey?, interval: Duration
  ) throws(RenderError) {
    let device = try DeviceCatalog.known.device(Canary.device)
    var request = RenderRequest(template: "lock", device: device.id, theme: nil)
    request.content.notes = [Note("Ready")]
    request.background = .color("navy")
    request.output = .memory
    let renderer = try Renderer(installation: installation, plugins: plugins, key: key)
    expected = try renderer.render(request).bytes ?? []
    planned = PlannedPicture(
      digest: "canary", tag: "canary", pixels: device.pixels,
      order: RenderOrder(OrderedRequest(request)), format: request.format)
    self.interval = interval
    state = Mutex(State(next: SuspendingClock().now))
  }

  /// The error from the last check, or `nil` if the check succeeded.
  var failure: RenderError? { state.withLock(\.failure) }

  /// Starts a check if one is due: when the interval has elapsed, or 1 s after a failed check.
  func lookAfter(_ board: RenderBoard) {
    let now = SuspendingClock().now
    let isDue = state.withLock { state in
      guard !state.isUnderWay, now >= state.next else { return false }
      state.isUnderWay = true
      state.next = now + interval
      return true
    }
    guard isDue else { return }
    // No access key can have this name, so the check does not share its turn in the queue with a
    // client.
    let waiter = RenderBoard.Waiter(client: "/canary", began: now) { [self] result in
      let failure = failure(of: result)
      state.withLock { state in
        state.isUnderWay = false
        // A full queue does not mean that rendering fails.
        if failure?.code != .serviceBusy { state.failure = failure }
        if state.failure != nil {
          state.next = min(state.next, SuspendingClock().now + .seconds(1))
        }
      }
    }
    board.render(planned, for: waiter)
  }

  private func failure(of result: Result<RenderedOrder, RenderError>) -> RenderError? {
    switch result {
    case .failure(let error): return error
    case .success(let rendered):
      if rendered.bytes?.array() == expected { return nil }
      return RenderError(
        .rasterFailed, "the test picture of a worker differs from the expected picture",
        hint: "check the installation with 'wallfarm doctor'")
    }
  }
}
