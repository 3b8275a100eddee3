import Digests
import Graphics
import Motion
import WallfarmPluginKit

/// The markup of a film that is embedded in the guide, with its text alternative below.
///
/// The film plays only on demand. If the user prefers reduced motion, or if the browser does not
/// support the `media` attribute (HTML, 4.8.2), a version with still frames plays instead.
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
