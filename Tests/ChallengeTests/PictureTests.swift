import BuiltInPlugins
import Challenge
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Pictures of challenges fit and are legible in every theme and language, on small and large
/// screens.
@Suite struct PictureTests {
  private static let languages = ["en", "ar", "ja"]

  /// Except in torture mode, tests each theme on one screen per language, so that each screen is
  /// tested with every fourth theme.
  @Test(.tags(.torture), arguments: languages)
  func everyPictureFitsInEveryTheme(_ language: String) throws {
    let turn = try #require(Self.languages.firstIndex(of: language))
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    let photo = Workspace.root + "/Flows/unwalk/lake.jpg"
    let themes = try FileManager.default.contentsOfDirectory(
      atPath: Workspace.root + "/Templates/themes"
    ).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    #expect(themes.count >= 12)
    for (number, theme) in themes.enumerated() {
      for (place, device) in ["iphonese3", "iphone15", "iphone17promax", "ipadpro13"].enumerated()
      where Torture.isOn || (number + place + turn) % 4 == 0 {
        for (goal, steps) in [(30_000, 0), (1_000_000, 888_888), (10_000, 8031), (10_000, 12_345)] {
          var challenge = Challenge(try LedgerTests.beginning(goal: goal))
          challenge.add(
            .read(
              ChallengeEntry.Reading(
                at: LedgerTests.moment(900_000), export: "e", exportedAt: nil, steps: steps,
                average: 4444, reachedAt: steps >= goal ? LedgerTests.moment(800_000) : nil,
                implausible: 0)))
          let picture = try ChallengePicture(challenge, photo: photo, language: language)
          var requests = [picture.lock(on: device)]
          if steps >= goal { requests.append(try picture.success(on: device)) }
          for var request in requests {
            request.theme = theme
            let plan = try renderer.resolve(request)
            let composition = try renderer.compose(plan)
            #expect(
              composition.warnings.filter { $0.code != .photoSmall } == [],
              "\(request.template) \(theme) \(device) \(steps) of \(goal)")
          }
        }
      }
    }
  }
}
