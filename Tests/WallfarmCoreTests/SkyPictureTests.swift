import BuiltInPlugins
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Pictures of a sky: fingerprint, expiry and warnings.
@Suite struct SkyPictureTests {
  private static func request(
    _ template: String = "figures", now: String = "2026-11-23T08:00", latitude: Double = 52.52
  ) -> RenderRequest {
    var request = RenderRequest(template: template, device: "iphonese3")
    request.content.sky = Sky(latitude: latitude, longitude: 13.405)
    (request.now, request.zone) = (When(now), "Europe/Berlin")
    return request
  }

  private static func renderer() throws -> Renderer {
    try Renderer(installation: Workspace.installation, plugins: .builtIn, key: .known)
  }

  @Test func aPictureExpiresAtMidnight() throws {
    let renderer = try Self.renderer()
    let morning = try renderer.render(Self.request())
    let evening = try renderer.render(Self.request(now: "2026-11-23T23:59:59"))
    #expect(morning.warnings.isEmpty)
    #expect(morning.expires == Moment("2026-11-24T00:00:00+01:00"))
    #expect(morning.fingerprint == evening.fingerprint && morning.sha256 == evening.sha256)
    let next = try renderer.render(Self.request(now: "2026-11-24"))
    #expect(next.fingerprint != morning.fingerprint && next.sha256 != morning.sha256)
    let elsewhere = try renderer.render(Self.request(latitude: 10))
    #expect(elsewhere.fingerprint != morning.fingerprint)
  }

  @Test(arguments: ["figures", "countdown", "agenda", "month"])
  func checkingPredictsTheFingerprint(_ template: String) throws {
    let renderer = try Self.renderer()
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known)
    let request = Self.request(template)
    let checked = try checker.check(request)
    #expect(checked.looksAtTime)
    let receipt = try renderer.render(request)
    #expect(receipt.fingerprint == checked.fingerprint)
    #expect(!receipt.warnings.contains { $0.code == .contentUnused })
  }

  @Test func aTemplateWithoutAPlaceForTheSkyWarns() throws {
    var request = Self.request("lock")
    request.content.notes = [Note("a")]
    let receipt = try Self.renderer().render(request)
    #expect(receipt.warnings.filter { $0.code == .contentUnused }.count == 2)
    #expect(receipt.now == nil && receipt.expires == nil)
  }

  @Test func theRequestKeepsTheSky() throws {
    let request = Self.request()
    guard case .object(let members) = request.fields["content"] else {
      Issue.record("there is no content")
      return
    }
    #expect(members["sky"] == request.content.sky?.json)
  }
}
