import Designs
import Files
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// An error in any request is found before the first picture is written.
@Suite struct RenderSeveralTests {
  @Test(arguments: BadRequest.all)
  func oneBadRequestLeavesNothingWritten(_ bad: BadRequest) throws {
    let folder = try TemporaryFolder()
    let good = try RenderRequest.quick(output: .file(folder.file("good.png")))
    let request = try bad.request(in: folder).with { $0.output = .file(folder.file("bad.png")) }
    let names = folder.names
    let error = try #require(throws: RenderError.self) {
      try makeRenderer().render([good, request])
    }

    #expect(error.code == bad.code)
    #expect(folder.names == names)
  }

  @Test func aFolderThatDoesNotExistIsFoundBeforeTheFirstFile() throws {
    let folder = try TemporaryFolder()
    let requests = try ["a.png", "no/b.png"].map {
      try RenderRequest.quick(output: .file(folder.file($0)))
    }
    let error = try #require(throws: RenderError.self) { try makeRenderer().render(requests) }

    #expect(error.code == .outputFailed)
    #expect(folder.names == [])
  }

  @Test func receiptsComeInTheOrderOfTheRequests() throws {
    let folder = try TemporaryFolder()
    let devices = ["iphonexr", "iphone8", "iphonese3"]
    let receipts = try makeRenderer().render(
      devices.map {
        try .quick(template: "home", device: $0, output: .file(folder.file("\($0).png")))
      })

    #expect(receipts.map(\.device.id) == devices)
    #expect(folder.names == devices.map { $0 + ".png" }.sorted())
  }

  @Test func severalAtOnceAreTheSameAsOneByOne() throws {
    let requests = try [
      RenderRequest.quick(), .quick(device: "iphonexr", notes: ["a", "b"]),
      .quick(template: "home"),
    ]
    let renderer = try makeRenderer()
    let alone = try requests.map { try makeRenderer().render($0).sha256 }

    #expect(try renderer.render(requests).map(\.sha256) == alone)
  }

  @Test func noRequestGivesNoReceipt() throws {
    #expect(try makeRenderer().render([]).isEmpty)
  }
}

/// A request that cannot be rendered, and its error code.
struct BadRequest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: ErrorCode
  var change: @Sendable (inout RenderRequest) -> Void = { _ in }
  var photo: [UInt8]?

  func request(in folder: TemporaryFolder) throws -> RenderRequest {
    var request = try RenderRequest.quick()
    change(&request)
    if let photo {
      request.background = .photo(file: try folder.write(photo, to: "photo"))
    } else if request.background == .photo(file: "") {
      let jpeg = try RenderRequest.quick(template: "home").with { $0.format = .jpeg }
      let whole = try makeRenderer().render(jpeg).bytes ?? []
      request.background = .photo(
        file: try folder.write(whole.prefix(whole.count * 2 / 3), to: "photo.jpg"))
    }
    return request
  }

  static let all = [
    BadRequest(testDescription: "an unknown device", code: .unknownDevice) { $0.device = "x" },
    BadRequest(testDescription: "an unknown template", code: .unknownTemplate) {
      $0.template = "x"
    },
    BadRequest(testDescription: "an unknown theme", code: .unknownTheme) { $0.theme = "x" },
    BadRequest(testDescription: "no notes", code: .noNotes) { $0.notes = nil },
    BadRequest(testDescription: "no such color", code: .invalidParameter) {
      $0.background = .color("x")
    },
    BadRequest(testDescription: "no such plugin", code: .unknownPlugin) {
      $0.background = .plugin("x")
    },
    BadRequest(testDescription: "no such setting", code: .unknownParameter) {
      $0.settings = [Setting(key: "x", value: "1")]
    },
    BadRequest(testDescription: "a character of no font", code: .missingGlyph) {
      $0.notes = [Note("\u{10FFFD}")]
    },
    BadRequest(testDescription: "no such photo", code: .photoUnreadable) {
      $0.background = .photo(file: "/no/such.jpg")
    },
    BadRequest(
      testDescription: "a photo of another format", code: .photoFormat,
      photo: Array("GIF89a".utf8)),
    BadRequest(testDescription: "a photo cut short", code: .photoUnreadable) {
      $0.background = .photo(file: "")
    },
    BadRequest(testDescription: "a warning where none is allowed", code: .strictWarning) {
      $0.clock = .large
      $0.isStrict = true
    },
    BadRequest(testDescription: "a transparent JPEG", code: .conflictingOptions) {
      $0.background = .none
      $0.format = .jpeg
    },
  ]
}
