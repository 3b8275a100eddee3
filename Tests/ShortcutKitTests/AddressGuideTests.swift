import BuiltInPlugins
import Designs
import Foundation
import ShortcutKit
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests which statements must and must not appear in the guide for a phone that fetches its
/// picture.
@Suite(.tags(.torture)) struct AddressGuideTests {
  typealias Case = GuideClaimsTests.Case

  /// A URL whose host and path would be false statements if they counted as text of the guide.
  private static let url = "https://lock7.zip:8443/HomeScreen/p/iPad-99&a=LockScreen"

  /// All variants of the guide.
  static let cases: [Case] = {
    var cases: [Case] = []
    for language in GuideLanguage.allCases {
      for device in ["iphone17pro", "ipad10"] {
        for way in (try? ways(language)) ?? [] {
          for (hasHome, hasWidgets) in [(true, true), (false, false)] {
            guard let device = try? DeviceCatalog.shipped.device(device) else { continue }
            let facts = GuideFacts(
              device: device, way: way, hasHome: hasHome, hasWidgets: hasWidgets)
            cases.append(Case(language: language, facts: facts))
          }
        }
      }
    }
    return cases
  }()

  private static func ways(_ language: GuideLanguage) throws -> [PictureWay] {
    let address = try ReadAddress(url)
    let choices = try [("3", [3]), ("12", [3]), ("12", [])].map { preset, own in
      try GuideClaimsTests.map(own).choice(for: Preset(preset))
    }
    let name = GuideStrings(language).text("make.name")
    return choices.map { .address(address, $0) } + [.byHand(address, name: name)]
  }

  @Test func everyCaseIsThere() { #expect(Self.cases.count == 3 * 2 * 4 * 2) }

  @Test(arguments: Torture.all(of: cases, orOnly: 17))
  func everySentenceIsTrue(_ this: Case) throws {
    let (facts, claims) = (this.facts, try this.page())
    let mistakes = claims.mistakes(
      files: BundleLayout.paths(GuideCode.all(for: facts.way), hasHome: facts.hasHome),
      device: facts.device, language: this.language.rawValue, preset: facts.preset?.number,
      addresses: this.addresses)
    #expect(mistakes == [])
    #expect(claims.folders == [] && claims.files == [])
    #expect(claims.numbers.contains("\(GuideTimes.minutesWithAddress)"))
    #expect(!claims.texts.contains { $0.contains("{") || $0.contains("}") || $0.isEmpty })
    // The number of the preset appears only if the preset has its own shortcut.
    let isOwn = facts.choice?.source == .own
    #expect((facts.preset != nil) == isOwn)
  }

  /// Words that apply only to guides with picture folders, in each language.
  private static let folderWords: [GuideLanguage: [String]] = [
    .english: [
      "folder", "AirDrop", "ZIP", "red picture", "does not send them anywhere", "three questions",
    ],
    .arabic: ["مجلد", "AirDrop", "ZIP", "الحمراء", "ولا يرسلها"],
    .japanese: ["フォルダ", "AirDrop", "ZIP", "赤い"],
  ]

  @Test(arguments: Torture.all(of: cases, orOnly: 17))
  func noFolderIsSpokenOf(_ this: Case) throws {
    let (texts, facts) = (try this.page().texts, this.facts)
    for word in try #require(Self.folderWords[this.language]) {
      #expect(!texts.contains { $0.contains(word) }, "\(word)")
    }
    // Texts that apply only to picture folders do not appear in a guide for an address.
    let strings = GuideStrings(this.language)
    for (key, statements) in strings.texts {
      for statement in statements where statement.condition == .folders {
        #expect(!texts.contains(statement.text), "\(key)")
      }
    }
    for key in ["allow.text", "leaves.asks.text", "leaves.end.text", "address.secret"] {
      let text = try #require(strings.text(key, for: facts))
        .replacing(facts.way.address?.host ?? "", with: "·")
        .replacing(facts.way.name ?? "", with: "·")
      #expect(texts.contains(text), "\(key)")
    }
  }

  /// A guide with picture folders does not mention an address.
  @Test(arguments: GuideClaimsTests.cases.filter { $0.facts.device.id == "iphone8" })
  func aGuideWithFoldersSaysNothingOfAddresses(_ this: Case) throws {
    let texts = try this.page().texts
    for (key, statements) in GuideStrings(this.language).texts {
      let isOurs = ["allow.", "leaves.", "address.", "make.", "photo.", "fill."]
        .contains(where: key.hasPrefix)
      for statement in statements where isOurs || statement.condition == .address {
        #expect(!texts.contains(statement.text), "\(key)")
      }
    }
  }

  /// An address is HTML-escaped in the page.
  @Test func theAddressIsEscaped() throws {
    let this = try #require(Self.cases.first { $0.facts.hasHome })
    let source = try this.source()
    let lock = "https://lock7.zip:8443/HomeScreen/p/iPad-99&amp;a=LockScreen/lock.png"
    #expect(source.contains("<a href=\"\(lock)\" rel=\"noreferrer\"><bdi>\(lock)</bdi></a>"))
    #expect(!source.contains("99&a="))
  }

  @Test func theCodeIsTheAddress() throws {
    for this in Self.cases {
      let codes = GuideCode.all(for: this.facts.way)
      #expect(codes.contains(.address) && codes.contains(.run))
      #expect(codes.contains(.link) == (this.facts.choice != nil))
      #expect(GuideCode.address.address(this.facts.way) == this.facts.way.address?.lock)
    }
  }

  /// A page that does not name the service, or that links to a different address, is detected.
  @Test func whatIsNotSoIsFound() throws {
    let this = try #require(Self.cases.first { $0.facts.choice == nil && $0.facts.hasHome })
    let (facts, source) = (this.facts, try this.source())
    func mistakes(_ page: String) -> [String] {
      GuideClaims(Array(page.utf8), shortcut: facts.way.name ?? "", address: facts.way.address)
        .mistakes(
          files: BundleLayout.paths(GuideCode.all(for: facts.way), hasHome: true),
          device: facts.device, language: this.language.rawValue, preset: nil,
          addresses: this.addresses)
    }
    #expect(mistakes(source) == [])
    #expect(
      mistakes(source.replacing("“lock7.zip”", with: "it"))
        == ["the guide does not name the service"])
    #expect(
      mistakes(source.replacing("LockScreen/home.png", with: "LockScreen/more.png"))
        .contains("the links of the guide differ from those of the shortcut"))
    #expect(
      mistakes(source.replacing("<main", with: "<p>The LockScreen folder</p><main"))
        .contains("the guide mentions the folder 'LockScreen', which is not in the bundle"))
  }
}
