import Designs
import Files
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Compares computed theme colors with the colors that a browser computes.
@Suite struct ColorFunctionTests {
  /// `mix` gives the same color as `color-mix(in oklab, …)` of CSS Color 5, and the other functions
  /// give the same color as `oklab(from …)`.
  @Test(.tags(.web)) func aBrowserComputesTheSameColors() throws {
    var chance = SeededGenerator(seed: 11)
    func random() -> String {
      Color(
        red: .random(in: 0...255, using: &chance), green: .random(in: 0...255, using: &chance),
        blue: .random(in: 0...255, using: &chance)
      ).hex
    }
    var ours: [String] = []
    var theirs: [String] = []
    for _ in 0..<60 {
      let (one, other, share) = (random(), random(), Int.random(in: 0...100, using: &chance))
      ours.append("mix(\(one), \(other), \(share)%)")
      theirs.append("color-mix(in oklab, \(one), \(other) \(share)%)")
    }
    // Grays stay within sRGB at any lightness, so no gamut mapping is needed.
    for level in stride(from: 0, through: 240, by: 20) {
      let gray = Color(red: UInt8(level), green: UInt8(level), blue: UInt8(level)).hex
      ours += ["lighten(\(gray), 7%)", "darken(\(gray), 7%)"]
      theirs += [
        "oklab(from \(gray) min(1, calc(l + 0.07)) a b)",
        "oklab(from \(gray) max(0, calc(l - 0.07)) a b)",
      ]
    }
    let folder = try TemporaryFolder()
    let list = theirs.map { "\"\($0)\"" }.joined(separator: ",")
    let page = try folder.write(
      """
      <!doctype html><pre id=found></pre><script>
      const context = new OffscreenCanvas(1, 1).getContext('2d', {colorSpace: 'srgb'});
      found.textContent = [\(list)].map(color => {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(',');
      }).join(' ');
      </script>
      """, to: "page.html")
    let shown = try #require(
      Tool.output(
        of: "chromium",
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
          "--user-data-dir=" + folder.file("profile"), "--dump-dom", "file://" + page,
        ]))
    let text = try #require(shown.firstMatch(of: /<pre id="found">([^<]+)</)).1
    let found = text.split(separator: " ").map { $0.split(separator: ",").compactMap { Int($0) } }
    try #require(found.count == ours.count)
    let expression = ColorExpression { _ in "#000000" }
    for (written, judged) in zip(ours, found) {
      let color = try #require(Color(try expression.value(of: written, origin: .parameter("test"))))
      let levels = [color.red, color.green, color.blue].map(Int.init)
      let most = zip(levels, judged).map { abs($0 - $1) }.max() ?? 255
      #expect(most <= 1, "\(written): \(levels), a browser: \(judged)")
    }
  }

  @Test(arguments: [
    ("alpha(#102030, 40%)", "#10203066"), ("alpha(#10203080, 100%)", "#102030"),
    ("alpha(navy, 0%)", "#00008000"), ("mix(white, black, 0%)", "#ffffff"),
    ("mix(white, black, 100%)", "#000000"), ("lighten(#000, 100%)", "#ffffff"),
    ("darken(#fff, 100%)", "#000000"), ("lighten(#123456, 0%)", "#123456"),
    ("mix(#ff000000, #00ff00, 50%)", "#00ff0080"),
    ("lighten( alpha( $a.b , 50% ) , 0% )", "#abcdef80"),
    ("mix(mix(red, red, 10%), darken(lighten(red, 0%), 0%), 33.3%)", "#ff0000"),
  ])
  func whatTheyComeTo(text: String, color: String) throws {
    let expression = ColorExpression { key in key == "a.b" ? "#abcdef" : "#000" }
    #expect(try expression.value(of: text, origin: .parameter("test")) == color)
  }

  @Test(arguments: [
    ("lightn(#fff, 3%)", "there is no color function 'lightn'", "did you mean 'lighten'?"),
    ("blend(#fff, 3%)", "there is no color function 'blend'", "the functions are lighten"),
    (
      "mix(red, 3%)",
      "'mix(red, 3%)' has too few arguments: 'mix' takes two colors and a percentage",
      "write mix(COLOR, COLOR, 20%)"
    ),
    (
      "alpha(red)", "'alpha(red)' lacks a percentage: 'alpha' takes one color and a percentage",
      "write alpha(COLOR, 20%)"
    ),
    ("alpha(red, 0.3)", "'0.3' in 'alpha(red, 0.3)' lacks a percent sign", "write alpha(red, 30%)"),
    (
      "alpha(red, 0.07)", "'0.07' in 'alpha(red, 0.07)' lacks a percent sign",
      "write alpha(red, 7%)"
    ),
    (
      "mix(red, $a.b, 10)", "'10' in 'mix(red, $a.b, 10)' lacks a percent sign",
      "write mix(red, $a.b, 10%)"
    ),
    ("alpha(red, 300)", "'300' in 'alpha(red, 300)' lacks a percent sign", "use 0% to 100%"),
    ("alpha(red, 101%)", "101% in 'alpha(red, 101%)' is more than 100%", "use 0% to 100%"),
    ("alpha(red, -1%)", "-1% in 'alpha(red, -1%)' is less than 0%", "use 0% to 100%"),
    ("alpha(red, nan%)", "'nan%' in 'alpha(red, nan%)' is not a percentage", "write alpha"),
    ("alpha(red, red, 1%)", "has too many arguments", "write alpha"),
    ("rgba(1, 2, 3, 0.5)", "no color function 'rgba'", "write #rrggbb, or alpha("),
    ("alpha(, 3%)", "'' is not a color", "write #rrggbb"),
    ("alpha(rouge, 3%)", "'rouge' is not a color", "write #rrggbb"),
    ("alpha($a.b, 3%)", "'$a.b' is not a color: it is 'Inter'", "a color token"),
    ("alpha((red), 3%)", "'(red)' is not a color", "write #rrggbb"),
    ("alpha(red, 3%))", "'3%)' in 'alpha(red, 3%))' is not a percentage", "write alpha"),
    ("alpha(", "'alpha(' is not a color", "write #rrggbb"),
  ])
  func mistakesAreSaid(text: String, message: String, hint: String) {
    let expression = ColorExpression { _ in "Inter" }
    let error = #expect(throws: RenderError.self) {
      try expression.value(of: text, origin: .file("t.json", line: 1, column: 2))
    }
    #expect(error?.code == .invalidValue && error?.origin?.description == "t.json:1:2")
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
    #expect(error?.hint?.contains(hint) == true, "\(String(describing: error))")
  }

  @Test func functionsInFunctionsHaveAnEnd() {
    let deep =
      String(repeating: "lighten(", count: 5000) + "red"
      + String(repeating: ", 1%)", count: 5000)
    let error = #expect(throws: RenderError.self) {
      try ColorExpression { _ in "red" }.value(of: deep, origin: .parameter("test"))
    }
    #expect(error?.message == "functions are nested more than 8 levels deep")
  }
}
