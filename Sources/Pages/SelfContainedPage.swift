import Graphics
public import SourceJSON

/// A page that needs no other file: a template with its title and its data put in.
public enum SelfContainedPage {
  /// Fills `{{title}}` and `{{data}}` of a template.
  ///
  /// - Parameters:
  ///   - template: the page as it ships.
  ///   - title: plain text.
  ///   - data: what the script of the page reads; no text in it can end the script.
  /// - Returns: the page, in pieces that nobody has to join.
  public static func pieces(_ template: [UInt8], title: String, data: JSONValue) -> [[UInt8]] {
    let text = data.text(pretty: false).replacing("<", with: "\\u003c")
    let template = String(decoding: template, as: UTF8.self)
    guard let place = template.firstRange(of: "{{data}}") else {
      preconditionFailure("the template of a page has no place for its data")
    }
    let head = template[..<place.lowerBound].replacing(
      "{{title}}", with: title.visible.escapedForXML)
    return [Array(head.utf8), Array(text.utf8), Array(template[place.upperBound...].utf8)]
  }
}
