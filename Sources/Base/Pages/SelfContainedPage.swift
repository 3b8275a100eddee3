internal import Diagnostics
internal import Digests
public import SourceJSON

/// Creates self-contained HTML pages from templates.
public enum SelfContainedPage {
  /// Replaces `{{title}}` and `{{data}}` in a template.
  ///
  /// - Parameters:
  ///   - template: the page.
  ///   - title: the title as plain text.
  ///   - data: the data for the page's script; this function escapes it so that it cannot end the
  ///     script element.
  ///   - texts: large strings without "<", such as base64-encoded pictures; they replace
  ///     `{{texts}}`, each in a separate element, so that the script reads only the strings that it
  ///     needs.
  /// - Returns: the page in pieces, in order.
  public static func pieces(
    _ template: [UInt8], title: String, data: JSONValue, texts: [[UInt8]] = []
  ) -> [[UInt8]] {
    let text = data.text(pretty: false).replacing("<", with: "\\u003c")
    let template = String(decoding: template, as: UTF8.self)
    guard let place = template.firstRange(of: "{{data}}") else {
      preconditionFailure("the page template has no {{data}}")
    }
    let head = template[..<place.lowerBound].replacing(
      "{{title}}", with: title.visible.escapedForXML)
    let tail = template[place.upperBound...]
    guard let end = tail.firstRange(of: "{{texts}}") else {
      precondition(texts.isEmpty, "the page template has no {{texts}}")
      return [Array(head.utf8), Array(text.utf8), Array(tail.utf8)]
    }
    let (opening, closing) = (Array("<script type=\"text/plain\">".utf8), Array("</script>\n".utf8))
    return [Array(head.utf8), Array(text.utf8), Array(tail[..<end.lowerBound].utf8)]
      + texts.flatMap { [opening, $0, closing] } + [Array(tail[end.upperBound...].utf8)]
  }

  /// Completes the Content-Security-Policy so that it allows, by digest, only the template's own
  /// style and script.
  ///
  /// - Parameter template: a page with `{{style}}` and `{{script}}` in its Content-Security-Policy,
  ///   one `<style>` element and one `<script id="script">` element.
  /// - Returns: the template with the digests (W3C, Content Security Policy Level 3, 2.3.1).
  public static func strict(_ template: [UInt8]) -> [UInt8] {
    let text = String(decoding: template, as: UTF8.self)
    let parts = [
      ("{{style}}", "<style>", "</style>"),
      ("{{script}}", "<script id=\"script\">", "</script>"),
    ]
    return Array(
      parts.reduce(text) { page, part in
        guard let start = text.firstRange(of: part.1),
          let end = text[start.upperBound...].firstRange(of: part.2)
        else { preconditionFailure("the page template has no \(part.1)") }
        let digest = SHA256.bytes(of: Array(text[start.upperBound..<end.lowerBound].utf8))
        return page.replacing(part.0, with: "sha256-" + Base64.text(of: digest))
      }.utf8)
  }
}
