package import WallfarmPluginKit

/// An SVG file that is safe to draw: it has no text, no scripts, no links and no external files, and
/// its size, nesting and drawing cost are limited.
package struct SVGFile: Sendable, Hashable {
  /// The width and height in CSS pixels.
  package private(set) var size = Size(width: 0, height: 0)
  /// The PNG and JPEG files that are embedded in the file, which have not been checked.
  package private(set) var pictures: [Picture] = []

  /// A picture that is embedded in an SVG file.
  package struct Picture: Sendable, Hashable {
    /// The bytes of the file.
    package let bytes: [UInt8]
    /// The position of the picture in the SVG file.
    package let offset: Int
  }

  /// The maximum size of a file in bytes.
  package static let mostBytes = 1 << 20
  /// The maximum nesting of elements.
  package static let deepest = 64
  /// The maximum number of elements.
  package static let mostElements = 20_000
  /// The maximum number of embedded pictures.
  package static let mostPictures = 16

  /// Returns whether a file begins like an SVG file.
  package static func isOne(_ bytes: some Collection<UInt8>) -> Bool {
    let text = String(decoding: bytes.prefix(512), as: UTF8.self)
      .drop(while: { $0 == "\u{FEFF}" || $0.isWhitespace })
    guard text.hasPrefix("<") else { return false }
    let name = text.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    if name == "svg" || name.hasPrefix("?xml") || name.hasPrefix("!--") || name.hasSuffix(":svg") {
      return true
    }
    let type = text.dropFirst(1 + name.count).drop(while: \.isWhitespace)
    return name.lowercased() == "!doctype" && type.hasPrefix("svg")
  }

  /// Checks a file.
  ///
  /// - Throws: the first flaw in the file.
  package init(_ bytes: [UInt8]) throws(SVGFlaw) {
    guard bytes.count <= Self.mostBytes else {
      throw SVGFlaw(
        .svgTooComplex, "has \(bytes.count) bytes; the limit is \(Self.mostBytes)", at: 0)
    }
    var scanner = try XMLScanner(bytes)
    var reader = SVGReader()
    while let part = try scanner.next() { try reader.read(part) }
    try reader.finish(at: bytes.count)
    guard let size = reader.size else {
      throw SVGFlaw(
        .svgMalformed, "has neither a valid 'viewBox' nor a 'width' and a 'height'",
        at: reader.rootOffset, hint: "add a viewBox, such as viewBox=\"0 0 100 100\"")
    }
    (self.size, pictures) = (size, reader.pictures)
  }
}

/// Checks the parts of an SVG file in order.
private struct SVGReader {
  private struct Level {
    let element: XMLElement
    let namespaces: [Substring: String]
    let parent: Int?
  }

  private(set) var size: Size?
  private(set) var pictures: [SVGFile.Picture] = []
  private(set) var rootOffset = 0
  private var levels: [Level] = []
  private var hasRoot = false
  private var count = 0
  private var style = SVGStyle()
  private var sheet: (text: String, offset: Int)?
  /// The SVG elements with their own effects and the indices of their parents.
  private var drawn: [(element: XMLElement, parent: Int?, effect: SVGStyle.Effect)] = []

  mutating func read(_ part: XMLScanner.Part) throws(SVGFlaw) {
    switch part {
    case .start(let element, let isEmpty):
      try start(element)
      if isEmpty { try end(element.name, at: element.offset) }
    case .end(let name, let offset): try end(name, at: offset)
    case .text(let text, let offset):
      if sheet != nil {
        sheet?.text += text
      } else if levels.isEmpty, !text.allSatisfy(\.isWhitespace) {
        throw SVGFlaw(.svgMalformed, "has text outside its root element", at: offset)
      }
    case .instruction(let name, let offset):
      if name.lowercased() == "xml-stylesheet" {
        throw SVGFlaw(.svgLink, "refers to a style sheet with <?\(name)?>", at: offset)
      }
    }
  }

  /// Checks the references when all elements and style sheets are known.
  func finish(at end: Int) throws(SVGFlaw) {
    if let open = levels.last {
      throw SVGFlaw(.svgMalformed, "does not close <\(open.element.name)>", at: open.element.offset)
    }
    guard hasRoot else { throw SVGFlaw(.svgMalformed, "has no elements", at: end) }
    var cost = SVGCost()
    for (element, parent, effect) in drawn {
      var effect = effect
      effect.add(style.effect(on: element))
      _ = cost.add(element, in: parent, effect)
    }
    try cost.check()
  }

  private mutating func start(_ element: XMLElement) throws(SVGFlaw) {
    count += 1
    guard count <= SVGFile.mostElements else {
      throw SVGFlaw(
        .svgTooComplex, "has more than \(SVGFile.mostElements) elements", at: element.offset)
    }
    guard levels.count < SVGFile.deepest else {
      throw SVGFlaw(
        .svgTooComplex, "nests more than \(SVGFile.deepest) elements", at: element.offset)
    }
    var namespaces = levels.last?.namespaces ?? [:]
    for attribute in element.attributes {
      if attribute.name == "xmlns" { namespaces[""] = attribute.value }
      if attribute.name.namePrefix == "xmlns" {
        namespaces[attribute.name.localName] = attribute.value
      }
    }
    let namespace = namespaces[element.name.namePrefix]
    if levels.isEmpty { try startRoot(element, namespace) }
    let isSVG = try SVGNames.check(element, namespace: namespace)
    let parent = levels.last?.parent
    let effect = try effect(of: element)
    // librsvg also applies styles and resolves ids inside the elements of other namespaces.
    if isSVG {
      if sheet != nil {
        throw SVGFlaw(.svgMalformed, "has an element in <style>", at: element.offset)
      }
      drawn.append((element, parent, effect))
      try startSheet(element)
    }
    levels.append(
      Level(
        element: element, namespaces: namespaces, parent: isSVG ? drawn.count - 1 : parent))
  }

  private mutating func startRoot(_ element: XMLElement, _ namespace: String?) throws(SVGFlaw) {
    guard !hasRoot else {
      throw SVGFlaw(.svgMalformed, "has more than one root element", at: element.offset)
    }
    guard element.name.localName == "svg", namespace == SVGNames.namespace else {
      throw SVGFlaw(
        .svgMalformed, "has the root element <\(element.name)>, not <svg> of \(SVGNames.namespace)",
        at: element.offset)
    }
    (hasRoot, rootOffset, size) = (true, element.offset, SVGSize.size(of: element))
  }

  private mutating func startSheet(_ element: XMLElement) throws(SVGFlaw) {
    guard element.name.localName == "style" else { return }
    if let type = element["type"], type != "text/css" {
      throw SVGFlaw(
        .svgUnsupported, "has a style sheet of the type '\(SVGReference.shown(type))'",
        at: element.offset)
    }
    sheet = ("", element.offset)
  }

  private mutating func end(_ name: String, at offset: Int) throws(SVGFlaw) {
    guard let level = levels.popLast(), level.element.name == name else {
      throw SVGFlaw(.svgMalformed, "closes <\(name)>, which is not open", at: offset)
    }
    if let found = sheet, name.localName == "style" {
      try style.add(found.text, at: found.offset)
      sheet = nil
    }
  }

  /// Checks the attributes of an element and returns their effect.
  private mutating func effect(of element: XMLElement) throws(SVGFlaw) -> SVGStyle.Effect {
    var effect = SVGStyle.Effect()
    for attribute in element.attributes {
      let name = attribute.name.localName
      if name == "id" { try SVGReference.checkID(attribute.value, at: attribute.offset) }
      if attribute.name == "xmlns" || attribute.name.namePrefix == "xmlns" { continue }
      try SVGNames.check(attribute)
      if name == "href" || name == "src" {
        if let id = try SVGReference.id(in: attribute, of: element) {
          effect.ids.append(id)
        } else {
          try add(try SVGReference.picture(in: attribute), at: attribute.offset)
        }
      } else if name == "style" {
        effect.add(
          try SVGStyle.effect(ofDeclarations: attribute.value, at: attribute.offset))
      } else {
        effect.add(try SVGStyle.effect(of: name, attribute.value, at: attribute.offset))
      }
    }
    return effect
  }

  private mutating func add(_ picture: [UInt8], at offset: Int) throws(SVGFlaw) {
    guard pictures.count < SVGFile.mostPictures else {
      throw SVGFlaw(
        .svgTooComplex, "embeds more than \(SVGFile.mostPictures) pictures", at: offset)
    }
    pictures.append(SVGFile.Picture(bytes: picture, offset: offset))
  }
}
