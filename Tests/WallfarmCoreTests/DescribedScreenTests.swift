import Designs
import Files
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests requests for screens that no device file describes.
@Suite struct DescribedScreenTests {
  /// A device as the `devices` key of a request describes it, with a clock that ends at
  /// `clockBottom`.
  private static func device(_ clockBottom: Double) throws -> Device {
    var reader = DeviceReader(file: "request")
    let node = JSONNode([
      "pixels": [360, 780], "scale": 1,
      "areas": ["lock": ["portrait": ["clock": [0, 40, 360, .number(clockBottom - 40)]]]],
    ])
    let device = reader.described(node)
    return try #require(device)
  }

  @Test func aRequestCarriesItsDevice() throws {
    var request = RenderRequest(device: "iphone15", notes: [Note("Buy milk")])
    request.show(on: try Self.device(200))
    request.inset = try ScreenInset(parsing: "bottom=90")
    let read = try #require(try RenderRequest(JSONNode(.object(request.members))))
    #expect(read.device == request.device && read.inset == request.inset)
    #expect(try read.screen().suggested == request.screen().suggested)
    request.show(on: try DeviceCatalog.shipped.device("iphone15"))
    #expect(request.members["screen"] == nil)
    #expect(try request.screen().id == "iphone15")
  }

  @Test func theFingerprintDependsOnTheNumbersAndTheInset() throws {
    let renderer = try makeRenderer()
    var digests: Set<String> = []
    var receipts: [RenderReceipt] = []
    for (clock, inset) in [(200.0, nil), (240.0, nil), (200.0, "bottom=90")] as [(Double, String?)]
    {
      var request = RenderRequest(
        device: "", notes: [Note("Buy milk")], background: .color("navy"))
      request.show(on: try Self.device(clock))
      request.inset = try inset.map { try ScreenInset(parsing: $0) }
      let receipt = try renderer.render(request)
      digests.insert(receipt.fingerprint.digest)
      receipts.append(receipt)
      let area = try #require(receipt.layouts.first).area
      #expect(area.y >= clock, "\(area)")
      if inset != nil { #expect(area.maxY <= 690.01, "\(area)") }
    }
    #expect(digests.count == 3)
    let json = RenderReceipt.json(receipts)
    #expect(json.contains("\"described\"") && json.contains("\"documented\""))
  }

  /// The row of the compact clock is part of the fingerprint only if the request asks for a compact
  /// clock.
  @Test func theFingerprintDependsOnTheRowOfACompactClock() throws {
    let renderer = try makeRenderer()
    func receipt(_ height: Double, _ clock: ClockStyle) throws -> RenderReceipt {
      var reader = DeviceReader(file: "request")
      let node = JSONNode([
        "pixels": [360, 780], "scale": 1, "id": "mine",
        "areas": [
          "lock": [
            "portrait": [
              "clock": [0, 40, 360, 160], "compactClock": [0, 40, 360, .number(height)],
            ]
          ]
        ],
      ])
      let device = reader.described(node)
      var request = RenderRequest(
        device: "", notes: [Note("Buy milk")], background: .color("navy"))
      request.show(on: try #require(device))
      request.clock = clock
      return try renderer.render(request)
    }
    let (low, high) = (try receipt(30, .compact), try receipt(60, .compact))
    #expect(low.clock == .compact && low.fingerprint != high.fingerprint)
    #expect(low.layouts.first?.area.y == 94 && high.layouts.first?.area.y == 124)
    let node = try #require(try JSONNode(parsing: RenderReceipt.json([low])).elements?.first)
    #expect(node["device"]?["clock"]?.string == "compact")
    let plain = (try receipt(30, .standard), try receipt(60, .standard))
    #expect(plain.0.fingerprint == plain.1.fingerprint && plain.0.clock == .standard)
  }

  @Test func theReceiptOfASizeSaysThatItsAreasAreEstimated() throws {
    let renderer = try makeRenderer()
    let request = RenderRequest(
      device: "360x780@1", notes: [Note("Buy milk")], background: .color("navy"))
    let receipt = try renderer.render(request)
    let node = try #require(try JSONNode(parsing: RenderReceipt.json([receipt])).elements?.first)
    #expect(node["device"]?["lockScreenConfidence"]?.string == "estimated")
    #expect(node["device"]?["rule"]?.string?.contains("0.86") == true)
    #expect(receipt.pixels.width == 360 && receipt.pixels.height == 780)
  }
}
