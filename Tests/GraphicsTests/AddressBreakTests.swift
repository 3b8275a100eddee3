import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// URLs, paths and long names break where the reader can see that they continue.
@Suite struct AddressBreakTests {
  static let addresses = [
    "maria.fernandez-lopez@mail.department.example.org",
    "https://shop.example.com/orders/detail?order=2025-00417&lang=en#parcel-tracking",
    "D:\\Projects\\Wallpapers\\Templates\\Countdown\\preview.png",
    "com.example.wallpaper.LockScreenExtension",
    "http://user@printer.office.example.net:8080/status?tray=2&format=html",
    "https://[2001:0db8:85a3:0000:0000:8a2e:0370:7334]:8443/admin",
    "/usr/share/fonts/truetype/noto/NotoSansMeeteiMayek-Regular.ttf",
    "\\\\server\\share\\Quarterly_Reports\\2026\\summary_of_results.xlsx",
    "very_long_snake_case_identifier_of_some_program",
    "/Users/анна/Документы/Отчёты/СводкаЗаКвартал.docx",
    "ftp://mirror.example.org/debian/pool/main/libw/libwebp/libwebp_1.2.4-0.2+deb12u1.dsc",
  ]

  private func engine() throws -> TextEngine {
    try makeTextEngine()
  }

  private func block(_ text: String, _ breaking: LineBreaking = .even) -> TextBlock {
    TextBlock(
      text, style: TextStyle(family: "Inter", size: 30, weight: 600, color: .white),
      language: "en", breaking: breaking)
  }

  private func lines(_ text: String, _ width: Double, _ breaking: LineBreaking) throws -> [String] {
    try engine().measure(block(text, breaking), width: width).lines.map { line in
      String(decoding: Array(text.utf8)[line.range], as: UTF8.self)
    }
  }

  /// Returns whether a line break is good: after a space or `://`, before punctuation, or between a
  /// lowercase and an uppercase letter.
  private func isGood(_ line: String, _ next: String) -> Bool {
    guard let last = line.last, let first = next.first else { return false }
    if line.hasSuffix("://") || last == " " { return true }
    return ".@&=#?/\\-_:%~+".contains(first) || (last.isLowercase && first.isUppercase)
  }

  @Test(arguments: addresses, [LineBreaking.together, .even])
  func linesEndBeforeMarks(_ address: String, _ breaking: LineBreaking) throws {
    // These widths are enough for the longest components: "NotoSans…" and the groups of an IPv6
    // address.
    for width in [250.0, 280, 330, 380] {
      let lines = try lines(address, width, breaking)
      #expect(lines.joined() == address)
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(isGood(line, next), "\(width): \(lines)")
      }
    }
  }

  @Test func wordsBesideAnAddressStayWhole() throws {
    let text = "Ask maria.fernandez-lopez@mail.department.example.org about the summary"
    for width in [220.0, 260, 300] {
      let lines = try lines(text, width, .even)
      #expect(lines.joined() == text)
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(isGood(line, next), "\(width): \(lines)")
      }
    }
  }

  /// A line breaks between the main components of an address rather than inside a name.
  @Test(arguments: [
    ("Open /usr/local/share/wallfarm/themes/midnight.json", "/midnight.json"),
    ("Write to firstname.lastname@long-company.com", "@long-company.com"),
  ])
  func namesStayWhole(_ text: String, _ whole: String) throws {
    for width in [420.0, 450, 480] {
      let lines = try lines(text, width, .even)
      #expect(lines.count > 1 && lines.contains { $0.contains(whole) }, "\(width): \(lines)")
    }
  }

  /// A component breaks only if it does not fit on a line of its own.
  @Test func aPartThatIsTooWideBreaksAnywhere() throws {
    let hash = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    let lines = try lines(hash, 260, .together)
    #expect(lines.count > 1 && lines.joined() == hash)
    let measured = try engine().measure(block(hash, .together), width: 260)
    #expect(measured.size.width <= 260.01)
  }

  /// The Unicode rules apply to text whose URLs fit on a line, and to words whose only punctuation
  /// is hyphens.
  @Test(arguments: ["see example.org/a for more words", "Rechtsschutz-Versicherung kündigen"])
  func otherTextIsSetAsBefore(_ text: String) throws {
    let lines = try lines(text, 330, .together)
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.hasSuffix(" ") || line.hasSuffix("-"), "\(line)|\(next)")
    }
  }
}
