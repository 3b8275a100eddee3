import BuiltInPlugins
import Foundation
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// QR codes, read back by an independent program.
@Suite struct CodeTests {
  static let texts = [
    "https://www.icloud.com/shortcuts/4735a1723f8a4cc28c12d07092c66a35",
    "shortcuts://run-shortcut?name=Wallfarm%203&input=text&text=a%20b%C3%BC",
    "1", "日本語 and 🌱 and \"quotes\" & <tags>", String(repeating: "long ", count: 300),
  ]

  private func read(_ file: String) -> String {
    // zbar prints warnings on machines without a desktop session, so its error output is discarded.
    Tool.run("sh", ["-c", "zbarimg -q --raw '\(file)' 2>/dev/null"]).text
      .trimmingCharacters(in: .newlines)
  }

  @Test(arguments: texts) func aPictureIsReadBack(_ text: String) throws {
    let folder = try TemporaryFolder()
    let code = try QRCode(text)
    let png = try folder.write(code.png(), to: "code.png")
    #expect(read(png) == text.trimmingCharacters(in: .whitespaces) || read(png) == text)
    let svg = try folder.write(code.svg(title: "A <code>").utf8, to: "code.svg")
    let drawn = folder.file("svg.png")
    #expect(Tool.run("rsvg-convert", ["-w", "800", svg, "-o", drawn]).status == 0)
    #expect(read(drawn) == read(png))
  }

  @Test func whatNoCodeHoldsIsAnError() {
    for text in ["", String(repeating: "x", count: 2400)] {
      let error = #expect(throws: RenderError.self) { try QRCode(text) }
      #expect(error?.code == .invalidParameter)
    }
    #expect(throws: Never.self) { try QRCode(String(repeating: "x", count: 2331)) }
  }

  /// The QR code on the red instruction picture can be read from the final file.
  @Test(arguments: ["iphonese3", "iphone15", "iphone17promax", "ipadpro13"], ["en", "ar"])
  func theCodeOnThePictureIsReadBack(device: String, language: String) throws {
    let folder = try TemporaryFolder()
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn)
    var request = RenderRequest(
      template: "instruction", device: device, output: .file(folder.file("red.png")))
    request.settings = [Setting(key: "link", value: Self.texts[0])]
    if language == "ar" {
      request.settings += [
        Setting(key: "text", value: "عيّن هذه الصورة"), Setting(key: "steps", value: "مشاركة,إضافة"),
      ]
    }
    _ = try renderer.render(request)
    #expect(read(folder.file("red.png")) == Self.texts[0])
  }

  /// The terminal output has the same modules as the picture.
  @Test func theTerminalShowsTheSameSquares() throws {
    let code = try QRCode("Hello")
    let lines = code.terminal.split(separator: "\n").map { line in
      line.replacing("\u{1B}[38;5;16;48;5;231m", with: "").replacing("\u{1B}[0m", with: "")
    }
    let edge = QRCode.quietZone
    #expect(lines.count == (code.size + 2 * edge + 1) / 2)
    for (row, line) in lines.enumerated() {
      for (column, sign) in line.enumerated() {
        let (x, y) = (column - edge, row * 2 - edge)
        func dark(_ y: Int) -> Bool {
          (0..<code.size).contains(x) && (0..<code.size).contains(y) && code[x, y]
        }
        let expected: Character =
          dark(y) ? (dark(y + 1) ? "█" : "▀") : (dark(y + 1) ? "▄" : " ")
        #expect(sign == expected)
      }
    }
  }
}
