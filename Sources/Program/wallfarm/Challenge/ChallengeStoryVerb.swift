import Arguments
import Challenge
import Designs
import Files
import FlowHosts
import Flows
import Glibc
import Graphics
import Mockup
import Pages
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm challenge story`: plays the Unwalk flow in the terminal with the real challenge.
struct ChallengeStoryVerb: CommandVerb {
  static let out = Option(
    "output", short: "o", value: "folder", default: "wallfarm-unlocked", completion: .directories,
    summary: "Output folder for the final pictures.")
  static let command = Command(
    "story", summary: "Play the Unwalk flow with a real challenge.",
    discussion: """
      The flow uses plain text without colors. Press Ctrl-C to leave it; the next call resumes it.
      Specify a newer health export each time.
        wallfarm challenge story --device iphone15 --photo beach.jpg --health export.zip
      """,
    accepts: [
      .option(RenderOptions.oneDevice), .option(ChallengeNewVerb.photo),
      .option(ChallengeRefreshVerb.health), .option(RenderOptions.zone),
      .option(ChallengeVerb.language), .option(ChallengePictures.theme), .option(out),
      .option(ChallengeVerb.state), .option(FlowPlayVerb.answers), .flag(FlowPlayVerb.again),
      .option(FlowPlayVerb.events), .flag(RenderOptions.quiet),
    ] + PoolOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let device = try ChallengePictures.device(invocation)
    let library = FlowLibrary(folder: try Installation.findForUser().flows)
    let story = try library.story("unwalk")
    FlowVerb.noteLanguage(of: story, invocation, ChallengeVerb.language)
    let store = try ChallengeVerb.book(invocation).store
    let language = story.texts(in: invocation.value(of: ChallengeVerb.language)).language
    let invocation = invocation
    let host = ChallengeHost(
      store: store, photo: invocation.value(of: ChallengeNewVerb.photo),
      health: invocation.value(of: ChallengeRefreshVerb.health),
      zone: invocation.value(of: RenderOptions.zone) ?? RenderRequest.localZone,
      folder: invocation.value(of: Self.out) ?? "wallfarm-unlocked"
    ) { kept, isCard throws(RenderError) in
      let photo = try HeldInput(file: kept.photoPath, digest: kept.challenge.photo.digest)
      let descriptor = try photo.open()
      HeldFiles.set([kept.photoPath: descriptor])
      defer {
        HeldFiles.set([:])
        close(descriptor)
      }
      let picture = try ChallengePicture(kept.challenge, photo: kept.photoPath, language: language)
      if isCard {
        return try ChallengeShareVerb.card(picture, device, invocation).file.bytes
      }
      var request = picture.lock(on: device.id)
      request.theme = invocation.value(of: ChallengePictures.theme)
      return try ChallengePictures.picture(request, invocation).bytes
    }
    // The flow state is stored next to the challenges that it refers to.
    let file = StateFile(
      Files.join(Files.folder(of: store.folder), Files.name(of: store.folder) + "-story.json"))
    var session = FlowSession(
      story: story, library: library,
      conversation: Conversation(story, language: language, state: try file.read(story.flow)),
      file: file, host: host,
      answers: try AnswerLines(invocation.value(of: FlowPlayVerb.answers)),
      events: try invocation.value(of: FlowPlayVerb.events).map { (path) throws(RenderError) in
        try EventFile(path, of: story.flow)
      }, command: command)
    let wasFinished = session.isFinished
    let status = try session.play(
      now: try FlowClock.seconds(nil), again: invocation.isOn(FlowPlayVerb.again))
    // The last step of the flow shows the picture, so end the challenge when the user finishes the
    // flow.
    if session.isFinished, !wasFinished, try Self.isReached(store) {
      _ = try ChallengeVerb.book(invocation).finish()
    }
    return status
  }

  /// Returns whether the active challenge has reached its goal.
  ///
  /// - Throws: `challenge-changed`.
  static func isReached(_ store: ChallengeStore) throws(RenderError) -> Bool {
    do throws(RenderError) {
      return try store.active().challenge.reachedAt != nil
    } catch {
      guard error.code == .noChallenge else { throw error }
      return false
    }
  }

  private var command: String {
    let options = [
      RenderOptions.oneDevice, ChallengeNewVerb.photo, ChallengeRefreshVerb.health,
      ChallengeVerb.language, ChallengeVerb.state,
    ]
    return
      (["wallfarm challenge story"]
      + options.flatMap { option in
        invocation.value(of: option).map { ["--\(option.long)", ShellWord.quoted($0)] } ?? []
      }).joined(separator: " ")
  }
}
