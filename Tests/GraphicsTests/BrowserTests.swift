import Digests
import Foundation
import Graphics
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Verifies the files that the program writes, using a browser.
@Suite(.tags(.web)) struct BrowserTests {
  /// A page draws every file to a canvas of the same size and prints the digest of the pixels.
  @Test func chromiumReadsEveryPixel() throws {
    let folder = try TemporaryFolder()
    var images = ""
    var expected: [String] = []
    // A canvas premultiplies alpha, so only opaque pictures keep their exact pixels.
    let samples = SamplePicture.kinds(301, 517).filter { !$0.title.contains(/glass|clear/) }
    for effort in EncodingEffort.allCases {
      for sample in samples {
        let surface = try sample.surface()
        let file = try encodedPNG(surface, EncodingSettings(effort: effort))
        let base64 = Data(file).base64EncodedString()
        images += "<img src='data:image/png;base64,\(base64)'>\n"
        expected.append(SHA256.hex(of: straightBytes(of: surface)))
      }
    }
    let page = try folder.write(
      """
      <!doctype html><body>\(images)<pre id=found></pre><script>
      onload = async () => {
        for (const image of document.images) {
          const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels));
          found.textContent += [...digest].map(b => b.toString(16).padStart(2, '0')).join('') + '\\n';
        }
      };
      </script>
      """, to: "page.html")
    let shown = try #require(
      Tool.output(
        of: "chromium",
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--force-color-profile=srgb",
          "--user-data-dir=" + folder.file("profile"), "--virtual-time-budget=60000", "--dump-dom",
          "file://" + page,
        ]))
    let found = shown.split(separator: "\n").map(String.init).compactMap { line in
      line.firstMatch(of: /[0-9a-f]{64}/).map { String($0.0) }
    }
    #expect(found == expected)
  }
}
