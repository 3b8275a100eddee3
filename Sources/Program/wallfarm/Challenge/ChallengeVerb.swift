import Arguments
import Challenge
import ContentSources
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm challenge`: dispatches to the verbs for challenges, in which walking unlocks a
/// picture.
struct ChallengeVerb: CommandVerb {
  static let state = Option(
    "state", value: "folder", completion: .directories,
    summary: "Private folder for challenges. Default: a folder in your data folder.")
  static let language = Option(
    "language", value: "tag",
    summary: "Language of pictures and messages: en, ar or ja. Default: en.")

  static let command = Command(
    "challenge", summary: "Unlock a blurred picture step by step.",
    discussion: """
      Choose a photo and a step goal. The lock screen shows the photo blurred until you reach the
      goal. The steps come only from exports of a phone's health app.

        wallfarm challenge new --goal 10000 --photo beach.jpg
        wallfarm challenge refresh --health export.zip
        wallfarm challenge render --device iphone15
      """,
    subcommands: verbs.commands)

  private static let verbs: [any Verb.Type] = [
    ChallengeNewVerb.self, ChallengePreviewVerb.self, ChallengeRefreshVerb.self,
    ChallengeStatusVerb.self, ChallengeRenderVerb.self, ChallengeShareVerb.self,
    ChallengeTellVerb.self, ChallengeFinishVerb.self, ChallengeCancelVerb.self,
    ChallengeListVerb.self, ChallengeStoryVerb.self,
  ]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    try Self.verbs.run(invocation.path.last, invocation)
  }

  /// Returns the challenges in the specified folder, or in the user's data folder.
  static func book(_ invocation: Invocation) throws(RenderError) -> ChallengeBook {
    let named = invocation.value(of: state)
    guard let folder = named ?? Files.userData.map({ $0 + "/challenges" }) else {
      throw RenderError(
        .optionMissing, "the challenge folder is unknown: HOME is not set",
        origin: .option(state.long),
        hint: "add --state FOLDER or set HOME")
    }
    return ChallengeBook(
      ChallengeStore(folder, origin: .option(state.long)), now: TimeSource.machine.read())
  }

  /// Returns the user-facing texts in the requested language.
  static func words(_ invocation: Invocation) -> ChallengeText {
    let wanted = invocation.value(of: language)
    LanguageNote.tell(wanted, known: ["en"] + ChallengeText.languages.filter { $0 != "en" })
    return ChallengeText(wanted)
  }

  /// Returns the progress of a challenge in a few lines.
  static func lines(_ challenge: Challenge, now: Moment) throws(RenderError) -> [String] {
    var lines = [
      "\(challenge.steps) of \(challenge.goal.steps) steps, \(challenge.percent) %"
    ]
    let zone = try challenge.clock
    if let days = challenge.daysTaken(zone) {
      lines.append("reached \(moment(challenge.reachedAt, zone)), in \(counted(days, "day"))")
      if challenge.owesCelebration {
        lines.append("the picture has not been viewed yet; to view it: wallfarm challenge finish")
      }
    } else {
      let average = challenge.averageText
      let days = challenge.daysLeft.map { ", about \(counted($0, "day"))" } ?? ""
      lines.append("\(challenge.left) steps left\(days)\(average)")
    }
    let isToCome = challenge.start > challenge.latest && challenge.start > now
    lines.append("\(isToCome ? "begins" : "began") \(moment(challenge.start, zone))")
    if challenge.readAt == nil {
      lines.append(
        "no export has been read yet; to read one: wallfarm challenge refresh --health export.zip")
    } else {
      lines.append("steps as of \(moment(challenge.exportedAt ?? challenge.readAt, zone))")
    }
    return lines
  }

  /// Returns the local date and time in a zone, or a dash for `nil`.
  static func moment(_ moment: Moment?, _ zone: Zone) -> String {
    guard let moment else { return "–" }
    let (day, time) = zone.local(moment)
    return "\(day) \(String("\(time)".prefix(5)))"
  }
}

extension Challenge {
  fileprivate var averageText: String {
    average.map { " (\(Int($0.rounded())) steps per day)" } ?? ""
  }
}
