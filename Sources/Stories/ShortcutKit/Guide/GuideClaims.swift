import Designs
import WallfarmCore
import WallfarmPluginKit

/// What a guide says that can be held against the files beside it.
///
/// It is read from the page as a person sees it, so it knows nothing of how the page was made.
struct GuideClaims {
  /// Every text that is seen or read out, in the order of the page.
  let texts: [String]
  /// Where its links lead, those within the page left out.
  let addresses: [String]
  /// The language that the page says it is in.
  let language: String?
  /// Whether it says which service a picture is fetched from; true where none is.
  let saysService: Bool

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - page: its bytes.
  ///   - name: that of the shortcut, which may be any words and claims nothing.
  ///   - address: where the picture is fetched, which claims nothing either; nil: nowhere.
  init(_ page: [UInt8], shortcut name: String, address: ReadAddress? = nil) {
    var reader = PageReader(page)
    reader.read()
    func hiding(_ words: [String], in texts: [String]) -> [String] {
      texts.map { text in
        words.filter { !$0.isEmpty }.reduce(text) { $0.replacing($1, with: "·") }
      }
    }
    let plain = hiding(address.map { [$0.lock, $0.home] } ?? [], in: reader.texts)
    saysService = address.map { said in plain.contains { $0.contains(said.host) } } ?? true
    // A host without a dot may be part of any word.
    let host = address.map(\.host).flatMap { $0.contains(".") ? $0 : nil }
    texts = hiding([host ?? "", name], in: plain)
    (addresses, language) = (reader.addresses, reader.language)
  }

  /// Folders of bundles that it names.
  var folders: Set<String> {
    Set(BundleLayout.folders.filter { name in texts.contains { $0.contains(name) } })
  }

  /// Names of files that it speaks of.
  var files: Set<String> {
    // No word boundary: in Japanese a word follows without one.
    let name = #/[A-Za-z0-9_\-]+\.(?:png|svg|jpg|html|json|zip)(?![A-Za-z0-9])/#
    return Set(texts.flatMap { $0.matches(of: name).map { String($0.0) } })
  }

  /// The kinds of devices that it names.
  var devices: Set<String> { words(among: ["iPhone", "iPad"]) }
  /// The systems that it names.
  var systems: Set<String> { words(among: ["iOS", "iPadOS"]) }

  /// Every number in it, in European digits.
  var numbers: Set<String> {
    Set(
      texts.flatMap { text in
        // Arabic-Indic and full-width digits are numbers too.
        text.map { $0.wholeNumberValue.map(String.init) ?? String($0) }.joined()
          .matches(of: #/[0-9]+(?:[.:][0-9]+)*/#).map { String($0.0) }
      })
  }

  private func words(among names: [String]) -> Set<String> {
    let said = texts.flatMap { $0.matches(of: #/[A-Za-z]+/#).map { String($0.0) } }
    return Set(names).intersection(said)
  }

  /// What it says that is not so.
  func mistakes(
    files listed: Set<String>, device: Device, language: String?, preset: Int?,
    addresses expected: Set<String>
  ) -> [String] {
    var found: [String] = []
    func expect(_ isSo: Bool, _ mistake: @autoclosure () -> String) {
      if !isSo { found.append(mistake()) }
    }
    for folder in folders.sorted() {
      expect(
        listed.contains { $0.hasPrefix(folder + "/") },
        "the guide speaks of the folder '\(folder)', which is not in the bundle")
    }
    for folder in ["LockScreen", "HomeScreen"] where !folders.contains(folder) {
      expect(
        !listed.contains { $0.hasPrefix(folder + "/") },
        "the guide does not speak of the folder '\(folder)'")
    }
    let names = Set(listed.map { $0.split(separator: "/").last.map(String.init) ?? $0 })
    for file in files.subtracting(names).sorted() {
      found.append("the guide speaks of '\(file)', which is not in the bundle")
    }
    let system = GuideSystem(device)
    expect(devices == [system.device], "the guide is not for an \(system.device)")
    expect(systems == [system.name], "the guide is not for \(system.name)")
    expect(self.language == language, "the guide is in another language")
    if let preset {
      expect(numbers.contains("\(preset)"), "the guide does not speak of preset \(preset)")
    }
    expect(
      Set(addresses) == expected, "the guide has other links than those of the shortcut")
    expect(saysService, "the guide does not say which service is asked")
    return found
  }
}

/// Reads texts and links of a page; as much of HTML as our pages are written in.
///
/// It goes by bytes: most of a page are its pictures, millions of characters of one attribute each.
private struct PageReader {
  private let page: [UInt8]
  private var place = 0
  private(set) var texts: [String] = []
  private(set) var addresses: [String] = []
  private(set) var language: String?

  init(_ page: [UInt8]) { self.page = page }

  mutating func read() {
    while place < page.count {
      add(take { $0 != UInt8(ascii: "<") })
      readTag()
    }
  }

  /// The bytes from here on for which something holds.
  private mutating func take(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = place
    while place < page.count, holds(page[place]) { place += 1 }
    return page[start..<place]
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    let text = Self.plain(bytes)
    if text.contains(where: { !$0.isWhitespace }) { texts.append(text) }
  }

  /// What stands here; nil at the end of the page.
  private var next: UInt8? { place < page.count ? page[place] : nil }

  /// A page that ends within a tag is read to its end.
  private mutating func step(_ count: Int = 1) { place = min(place + count, page.count) }

  private mutating func readTag() {
    step()
    let isPlain = { (byte: UInt8) in
      byte > UInt8(ascii: " ") && byte != UInt8(ascii: "=") && byte != UInt8(ascii: ">")
    }
    let name = Self.plain(take(while: isPlain))
    while let byte = next, byte != UInt8(ascii: ">") {
      let word = Self.plain(take(while: isPlain))
      guard !word.isEmpty, page[place...].starts(with: Array("=\"".utf8)) else {
        if let byte = next, byte != UInt8(ascii: ">") { step() }
        continue
      }
      step(2)
      let value = take { $0 != UInt8(ascii: "\"") }
      step()
      note(word, value, in: name)
    }
    step()
    // What is in a style is no text, and has no '<'.
    if name == "style" { _ = take { $0 != UInt8(ascii: "<") } }
  }

  private mutating func note(_ word: String, _ value: ArraySlice<UInt8>, in tag: String) {
    switch word {
    case "alt", "aria-label", "title": texts.append(Self.plain(value))
    case "href" where tag == "a" && value.first != UInt8(ascii: "#"):
      addresses.append(Self.plain(value))
    case "lang" where tag == "html": language = Self.plain(value)
    default: break
    }
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
    return names.reduce(String(decoding: bytes, as: UTF8.self)) {
      $0.replacing($1.0, with: $1.1)
    }
  }
}
