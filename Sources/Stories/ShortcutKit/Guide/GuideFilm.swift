import Digests
import Graphics
import Motion
import WallfarmPluginKit

/// A film of the guide as the page has it: in the page itself, with its words below.
///
/// It begins when somebody presses play. For people who want no motion it is another one, of moments that stand still,
/// and so it is in a browser that does not know what people want (HTML, 4.8.2, the attribute `media`).
struct GuideFilm {
  let film: PageFilm
  let strings: GuideStrings

  var markup: String {
    let name = film.name
    let (label, seconds) = (strings.text("film.label"), "\(Int(film.moving.seconds.rounded()))")
    let about = strings.text("film.about", ["seconds": seconds])
    let words = film.says.map { "<p>\($0.escapedForXML)</p>" }.joined(separator: "\n      ")
    return """
      <figure class="film" id="film-\(name)">
          <video controls muted playsinline preload="metadata" width="\(film.size.width)" height="\(film.size.height)"
            aria-label="\(label.escapedForXML)" aria-describedby="film-\(name)-words" poster="\(Self.data("image/webp", film.still))">
            <source type="video/mp4" media="(prefers-reduced-motion: reduce)" src="\(Self.data("video/mp4", film.calm.bytes))">
            <source type="video/mp4" src="\(Self.data("video/mp4", film.moving.bytes))">
          </video>
          <figcaption>
            <p>\(about.escapedForXML)</p>
            <details><summary>\(strings.text("film.words").escapedForXML)</summary>
            <div id="film-\(name)-words">
            \(words)
            </div></details>
          </figcaption>
        </figure>
      """
  }

  private static func data(_ kind: String, _ bytes: [UInt8]) -> String {
    "data:\(kind);base64," + Base64.text(of: bytes)
  }
}
