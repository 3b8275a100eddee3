package import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// Render requests for the pictures of a challenge.
///
/// The sharpness of the photo depends only on the percentage of the challenge. Below 100 percent,
/// this type never returns a request for the sharp photo.
package struct ChallengePicture {
  private let challenge: Challenge
  private let photo: String
  private let words: ChallengeText
  private let zone: Zone

  /// Prepares the pictures of a challenge.
  ///
  /// - Parameters:
  ///   - challenge: the challenge to show.
  ///   - photo: the path of the challenge's photo, or a reference to the photo.
  ///   - language: the language of the texts in the pictures.
  /// - Throws: `unknown-zone`.
  package init(
    _ challenge: Challenge, photo: String, language: String?
  ) throws(RenderError) {
    (self.challenge, self.photo) = (challenge, photo)
    words = ChallengeText(language)
    zone = try challenge.clock
  }

  /// Prepares the picture of a challenge that has not started yet.
  package init(
    beginningOf goal: StepGoal, photo: String, language: String?
  ) throws(RenderError) {
    let now = Moment(seconds: 0)
    let unknown = ChallengePhoto(digest: "", size: nil)
    try self.init(
      Challenge(
        ChallengeEntry.Beginning(
          at: now, goal: goal, start: now, zone: "UTC", photo: unknown, tellsMarks: false,
          reminds: false)), photo: photo, language: language)
  }

  /// Returns the lock screen: the photo, which becomes sharper with progress, a progress bar, and
  /// figures.
  package func lock(on device: String) -> RenderRequest {
    var request = request("challenge", device)
    request.background = .photo(file: photo)
    request.settings = [Setting(key: "percent", value: .number(Double(challenge.percent)))]
    request.content[.progress] = [progress]
    request.content[.figures] = figures
    return request
  }

  /// The lock screen as the JSON of an HTTP request, without a device or language.
  package var lockWords: [String: JSONValue] {
    [
      "template": "challenge", "photo": .string(photo),
      "set": ["percent": .number(Double(challenge.percent))],
      "content": [
        "progress": .array([progress.words]), "figures": .array(figures.map(\.words)),
      ],
    ]
  }

  /// Returns the request for the sharp photo with the final figures.
  ///
  /// - Throws: `challenge-not-reached`.
  package func success(on device: String) throws(RenderError) -> RenderRequest {
    try challenge.requireReached()
    var request = request("unlocked", device)
    request.background = .photo(file: photo)
    request.content[.text] = [
      ContentEntry([
        "message": .text(words.title(of: challenge, zone)), "source": .text(words["unlocked"]),
      ])
    ]
    request.content[.figures] = figuresAtTheEnd
    return request
  }

  private func request(_ template: String, _ device: String) -> RenderRequest {
    var request = RenderRequest(template: template, device: device)
    request.language = words.language
    return request
  }

  private var progress: ContentEntry {
    let goal = Double(challenge.goal.steps)
    return ContentEntry([
      "value": .number(Double(min(challenge.steps, challenge.goal.steps))), "goal": .number(goal),
      "label": .text(words["walked"]),
      "marks": .numbers([goal / 4, goal / 2, goal * 3 / 4]),
    ])
  }

  private var figures: [ContentEntry] {
    guard challenge.reachedAt == nil else { return figuresAtTheEnd }
    let left = figure("left", .number(Double(challenge.left)))
    guard let days = challenge.daysLeft else { return [left, distance(challenge.steps)] }
    return [left, figure("pace", .text(words.days(days)))]
  }

  private var figuresAtTheEnd: [ContentEntry] {
    let days = Double(challenge.daysTaken(zone) ?? 1)
    let average = (Double(challenge.goal.steps) / days).rounded()
    return [
      distance(challenge.goal.steps), figure("average", .number(average), unit: "steps"),
    ]
  }

  private func distance(_ steps: Int) -> ContentEntry {
    figure("distance", .number((StepGoal.kilometres(steps) * 10).rounded() / 10), unit: "km")
  }

  private func figure(_ label: String, _ value: ContentValue, unit: String? = nil) -> ContentEntry {
    var values = ["label": .text(words[label]), "value": value]
    values["unit"] = unit.map { .text(words[$0]) }
    return ContentEntry(values)
  }
}

extension ContentEntry {
  /// The values of the entry as JSON, without the kinds of values that challenges do not use.
  fileprivate var words: JSONValue {
    .object(
      values.compactMapValues { value in
        switch value {
        case .text(let text): .string(text)
        case .number(let number): .number(number)
        case .numbers(let numbers): .array(numbers.map { .number($0) })
        case .flag, .when, .days, .color, .rect: nil
        }
      })
  }
}
