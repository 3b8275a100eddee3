package import Designs
import WallfarmCore
import WallfarmPluginKit

/// The statements in a guide that can be verified against the files of its bundle.
///
/// They are extracted from the page as the user sees it, independently of the code that generated
/// the page.
package struct GuideClaims {
  /// All texts that a user sees or a screen reader reads, in page order.
  package let texts: [String]
  /// The targets of external links.
  package let addresses: [String]
  /// The declared language of the page.
  package let language: String?
  /// Whether the page names the service that provides the picture; true if there is no service.
  let saysService: Bool

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - page: the bytes of the page.
  ///   - name: the name of the shortcut, which is ignored because it can be any text.
  ///   - address: the download address, which is also ignored; nil for a bundle that contains the
  ///     wallpapers.
  package init(_ page: [UInt8], shortcut name: String, address: ReadAddress? = nil) {
    var reader = PageReader(page)
    reader.read()
    func hiding(_ words: [String], in texts: [String]) -> [String] {
      texts.map { text in
        words.filter { !$0.isEmpty }.reduce(text) { $0.replacing($1, with: "·") }
      }
    }
    let plain = hiding(address.map { [$0.lock, $0.home] } ?? [], in: reader.texts)
    saysService = address.map { said in plain.contains { $0.contains(said.host) } } ?? true
    // Hide the host name only if it contains a dot; otherwise, it may be part of an ordinary word.
    let host = address.map(\.host).flatMap { $0.contains(".") ? $0 : nil }
    texts = hiding([host ?? "", name], in: plain)
    (addresses, language) = (reader.addresses, reader.language)
  }

  /// The bundle folders that the page names.
  package var folders: Set<String> {
    Set(BundleLayout.folders.filter { name in texts.contains { $0.contains(name) } })
  }

  /// The file names that the page mentions.
  package var files: Set<String> {
    // Do not require a word boundary, because Japanese text can directly follow a file name.
    let name = #/[A-Za-z0-9_\-]+\.(?:png|svg|jpg|html|json|zip)(?![A-Za-z0-9])/#
    return Set(texts.flatMap { $0.matches(of: name).map { String($0.0) } })
  }

  /// The kinds of devices that the page names.
  var devices: Set<String> { words(among: ["iPhone", "iPad"]) }
  /// The operating systems that the page names.
  var systems: Set<String> { words(among: ["iOS", "iPadOS", "Android"]) }

  /// All numbers in the page, converted to European digits.
  package var numbers: Set<String> {
    Set(
      texts.flatMap { text in
        // Convert Arabic-Indic and full-width digits.
        text.map { $0.wholeNumberValue.map(String.init) ?? String($0) }.joined()
          .matches(of: #/[0-9]+(?:[.:][0-9]+)*/#).map { String($0.0) }
      })
  }

  private func words(among names: [String]) -> Set<String> {
    let said = texts.flatMap { $0.matches(of: #/[A-Za-z]+/#).map { String($0.0) } }
    return Set(names).intersection(said)
  }

  /// Returns a message for each statement that is false or missing.
  package func mistakes(
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
        "the guide mentions the folder '\(folder)', which is not in the bundle")
    }
    for folder in ["LockScreen", "HomeScreen"] where !folders.contains(folder) {
      expect(
        !listed.contains { $0.hasPrefix(folder + "/") },
        "the guide does not mention the folder '\(folder)'")
    }
    var names = Set(listed.map { $0.split(separator: "/").last.map(String.init) ?? $0 })
    // An automation app on Android saves the downloaded pictures under these names.
    if device.system == .android {
      names.formUnion(expected.compactMap { $0.split(separator: "/").last.map(String.init) })
    }
    for file in files.subtracting(names).sorted() {
      found.append("the guide mentions '\(file)', which is not in the bundle")
    }
    let system = GuideSystem(device)
    let isAndroid = device.system == .android
    let named = isAndroid ? device.name : "an \(system.device)"
    expect(devices == (isAndroid ? [] : [system.device]), "the guide is not for \(named)")
    expect(systems == [system.name], "the guide is not for \(system.name)")
    expect(self.language == language, "the guide is in another language")
    if let preset {
      expect(numbers.contains("\(preset)"), "the guide does not mention preset \(preset)")
    }
    expect(
      Set(addresses) == expected, "the links of the guide differ from those of the shortcut")
    expect(saysService, "the guide does not name the service")
    return found
  }
}

/// A minimal HTML parser for the texts and links of pages that the program generates.
///
/// The parser works on bytes, because most of a page consists of embedded pictures, which are
/// attributes with millions of characters.
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

  /// Consumes bytes while a condition holds.
  private mutating func take(while holds: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = place
    while place < page.count, holds(page[place]) { place += 1 }
    return page[start..<place]
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    let text = Self.plain(bytes)
    if text.contains(where: { !$0.isWhitespace }) { texts.append(text) }
  }

  /// The current byte; nil at the end of the page.
  private var next: UInt8? { place < page.count ? page[place] : nil }

  /// Skips bytes, but never beyond the end of the page, which may be within a tag.
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
    // The content of a style element is not text, and contains no `<`.
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
