import Testing
import WallfarmPluginKit

/// SVG files that are refused, each with its code and a word of its message.
struct HostileSVG: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: String
  let code: String
  let word: String

  private init(_ title: String, _ code: String, _ word: String, _ text: String) {
    (testDescription, self.code, self.word, self.text) = (title, code, word, text)
  }

  /// A file with the given content in its root element.
  private static func svg(
    _ title: String, _ code: String, _ word: String, _ content: String, root: String = ""
  ) -> HostileSVG {
    HostileSVG(
      title, code, word,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        + "viewBox=\"0 0 10 10\"\(root)>\n\(content)\n</svg>")
  }

  static let all: [HostileSVG] =
    texts + scripts + links + documents + styles + disguises + bombs

  /// Features whose cost or meaning the checker cannot bound.
  private static let disguises = [
    svg(
      "an import in an element of another namespace", "svg-link", "@import",
      "<x:x xmlns:x='http://x'><style>@import url(data:text/css,x);</style></x:x>"),
    svg("a pattern", "svg-unsupported", "<pattern>", "<pattern id='p'/>"),
    svg("a marker", "svg-unsupported", "<marker>", "<marker id='m'/>"),
    svg("dashes", "svg-unsupported", "dashed", "<path stroke-dasharray='.1' d='M0 0H9'/>"),
    svg(
      "dashes in a style", "svg-unsupported", "dashed",
      "<path style='stroke-dasharray: .1' d='M0 0H9'/>"),
    svg("an id with a space", "svg-unsupported", "id", "<g id='a '/>"),
    svg("a reference with a space", "svg-unsupported", "id", "<use href='#a b'/>"),
    svg("a quoted reference", "svg-unsupported", "id", "<g fill=\"url('#a'b')\"/>"),
    svg(
      "a rule in a string", "svg-unsupported", "string",
      "<style>g { font-family: '}'; opacity: .5 }</style>"),
    svg(
      "a filter between strings that look like a comment", "svg-unsupported", "'/*'",
      "<g style=\"a:'/*';filter:url(#f);b:'*/'\"/>"),
    svg(
      "a link between strings that look like a comment", "svg-unsupported", "'/*'",
      "<style>g { a: '/*'; fill: url(http://a.example/); b: '*/' }</style>"),
    svg(
      "a comment that ends another", "svg-link", "a.example",
      "<style>g{k:://**/*;fill:url(http://a.example/);k:*/}</style>"),
  ]

  private static let texts = [
    svg("text", "svg-text", "<text>", "<text y='5'>Hello</text>"),
    svg("text in a group", "svg-text", "<text>", "<g><g><text/></g></g>"),
    svg("tspan", "svg-text", "<tspan>", "<tspan>Hello</tspan>"),
    svg("textPath", "svg-text", "<textPath>", "<textPath href='#p'>Hello</textPath>"),
    svg("tref", "svg-text", "<tref>", "<tref xlink:href='#t'/>"),
    svg("capital letters", "svg-text", "<TEXT>", "<TEXT>Hello</TEXT>"),
    svg(
      "a prefix", "svg-text", "<text>",
      "<s:text xmlns:s='http://www.w3.org/2000/svg'>Hello</s:text>"),
    svg(
      "HTML in foreignObject", "svg-text", "<foreignObject>",
      "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>Hello</p></foreignObject>"),
    svg("an SVG font", "svg-text", "<font>", "<defs><font><glyph d='M0 0'/></font></defs>"),
    svg("font-face", "svg-text", "@font-face", "<style>@font-face { font-family: x }</style>"),
    svg("flowRoot of Inkscape", "svg-text", "<flowRoot>", "<flowRoot><flowPara/></flowRoot>"),
  ]

  private static let scripts = [
    svg("script", "svg-script", "<script>", "<script>alert(1)</script>"),
    svg(
      "a script with a prefix", "svg-script", "<script>",
      "<x:script xmlns:x='http://www.w3.org/2000/svg'/>"),
    svg("a script in metadata", "svg-script", "<script>", "<metadata><script/></metadata>"),
    svg("onload", "svg-script", "onload", "<g/>", root: " onload=\"alert(1)\""),
    svg("onclick", "svg-script", "onclick", "<rect onclick='alert(1)'/>"),
    svg("ONCLICK", "svg-script", "ONCLICK", "<rect ONCLICK='alert(1)'/>"),
    svg("javascript:", "svg-script", "script in", "<use href='javascript:alert(1)'/>"),
    svg("javascript: with entities", "svg-script", "script in", "<use href='&#106;avascript:x'/>"),
    svg("animate", "svg-script", "<animate>", "<rect><animate attributeName='x' to='5'/></rect>"),
    svg("set", "svg-script", "<set>", "<set attributeName='href' to='http://a.example/'/>"),
    svg(
      "animateMotion", "svg-script", "<animateMotion>", "<animateMotion><mpath/></animateMotion>"),
    svg("a handler", "svg-script", "<handler>", "<handler/>"),
    svg(
      "onbegin in a foreign element", "svg-script", "onbegin",
      "<x:y xmlns:x='http://a.example/' onbegin='x'/>"),
    svg("animateTransform", "svg-script", "<animateTransform>", "<animateTransform/>"),
  ]

  private static let links = [
    svg("a link", "svg-link", "<a>", "<a href='https://a.example/'><rect/></a>"),
    svg(
      "an image on the web", "svg-link", "https://a.example",
      "<image href='https://a.example/a.png'/>"),
    svg("an image with xlink", "svg-link", "a.png", "<image xlink:href='a.png'/>"),
    svg("a file", "svg-link", "file:///etc/passwd", "<image href='file:///etc/passwd'/>"),
    svg("a path", "svg-link", "/etc/passwd", "<use href='/etc/passwd#a'/>"),
    svg("use of another file", "svg-link", "b.svg#a", "<use xlink:href='b.svg#a'/>"),
    svg(
      "a gradient of another file", "svg-link", "b.svg#a",
      "<linearGradient id='g' href='b.svg#a'/>"),
    svg("a fill of another file", "svg-link", "b.svg#g", "<rect fill='url(b.svg#g)'/>"),
    svg("URL in quotes", "svg-link", "http", "<rect style=\"fill: URL( 'http://a.example/' )\"/>"),
    svg("a filter of another file", "svg-link", "f.svg", "<rect filter='url(f.svg#f)'/>"),
    svg("a url without an end", "svg-link", "without an end", "<rect fill='url(#a'/>"),
    svg(
      "an embedded SVG", "svg-link", "image/svg+xml",
      "<image href='data:image/svg+xml;base64,PHN2Zy8+'/>"),
    svg(
      "an embedded GIF", "svg-link", "image/gif", "<image href='data:image/gif;base64,R0lGODlh'/>"),
    svg("data in use", "svg-link", "data:", "<use href='data:image/png;base64,AAAA'/>"),
    svg("xml:base", "svg-link", "xml:base", "<g xml:base='http://a.example/'/>"),
    svg(
      "XInclude", "svg-link", "includes",
      "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='a.txt'/>"),
    HostileSVG(
      "a style sheet", "svg-link", "style sheet",
      "<?xml-stylesheet href='a.css'?><svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>"),
    svg("an import", "svg-link", "@import", "<style>@import 'a.css';</style>"),
    svg("an import in CDATA", "svg-link", "@import", "<style><![CDATA[@import url(#a);]]></style>"),
    svg("a link in a style sheet", "svg-link", "a.png", "<style>rect { fill: url(a.png) }</style>"),
    svg("video", "svg-link", "<video>", "<video src='a.mp4'/>"),
    svg("audio", "svg-link", "<audio>", "<audio src='a.mp3'/>"),
    svg("iframe", "svg-link", "<iframe>", "<iframe src='https://a.example/'/>"),
    svg("a cursor", "svg-link", "<cursor>", "<cursor href='a.cur'/>"),
    svg("a color profile", "svg-link", "<color-profile>", "<color-profile href='a.icc'/>"),
    svg("a mask of another file", "svg-link", "m.svg", "<g style='mask:url(m.svg#m)'/>"),
    svg("a marker of another file", "svg-link", "m.svg", "<path marker-end='url( m.svg#m )'/>"),
    svg(
      "an address without a scheme", "svg-link", "//a.example", "<image href='//a.example/a.png'/>"),
    svg(
      "a link in the metadata", "svg-link", "a.xml",
      "<metadata><x xmlns='http://a.example/' href='a.xml'/></metadata>"),
  ]

  private static let documents = [
    HostileSVG(
      "DOCTYPE", "svg-doctype", "DOCTYPE",
      "<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/svg11.dtd'><svg/>"),
    HostileSVG(
      "an external entity", "svg-doctype", "DOCTYPE",
      "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg>&x;</svg>"),
    HostileSVG(
      "many laughs", "svg-doctype", "DOCTYPE",
      "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><svg>&b;</svg>"),
    svg("an unknown entity", "svg-doctype", "&nbsp;", "<title>&nbsp;</title>"),
    svg("a bare ampersand", "svg-malformed", "'&'", "<title>A & B</title>"),
    svg("an invalid character", "svg-doctype", "&#0;", "<title>&#0;</title>"),
    svg("an open tag", "svg-malformed", "not open", "<g>"),
    svg("crossed tags", "svg-malformed", "not open", "<g><rect></g></rect>"),
    svg("an attribute twice", "svg-malformed", "twice", "<rect x='1' x='2'/>"),
    svg("an attribute without quotes", "svg-malformed", "without quotes", "<rect x=1/>"),
    svg("a tag in an attribute", "svg-malformed", "'<'", "<rect x='<script>'/>"),
    svg("a comment without an end", "svg-malformed", "ends in", "<!-- "),
    HostileSVG("two roots", "svg-malformed", "more than one", "\(plain)\(plain)"),
    HostileSVG("text after the root", "svg-malformed", "outside", "\(plain) hello"),
    HostileSVG("HTML", "svg-malformed", "<html>", "<?xml version='1.0'?><html><svg/></html>"),
    HostileSVG("no namespace", "svg-malformed", "root element", "<svg viewBox='0 0 1 1'/>"),
    HostileSVG("no size", "svg-malformed", "viewBox", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    HostileSVG(
      "an invalid size", "svg-malformed", "viewBox",
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 nan 1'/>"),
    HostileSVG(
      "a very long size", "svg-malformed", "viewBox",
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 90000 1'/>"),
    HostileSVG(
      "another encoding", "svg-malformed", "encoding",
      "<?xml version='1.0' encoding='UTF-16'?>\(plain)"),
    svg("a control character", "svg-malformed", "control character", "<title>\u{1}</title>"),
    svg("broken base64", "svg-malformed", "base64", "<image href='data:image/png;base64,A*A'/>"),
  ]

  private static let styles = [
    svg(
      "an escape in a style", "svg-unsupported", "escape", "<style>rect { fill: u\\72l(a) }</style>"
    ),
    svg("an escape in an attribute", "svg-unsupported", "escape", "<g style='fill:\\75rl(a)'/>"),
    svg("media rules", "svg-unsupported", "@media", "<style>@media screen { g {} }</style>"),
    svg("another style language", "svg-unsupported", "text/x", "<style type='text/x'>g{}</style>"),
    svg("switch", "svg-unsupported", "<switch>", "<switch><g/></switch>"),
    svg("systemLanguage", "svg-unsupported", "systemLanguage", "<g systemLanguage='de'/>"),
    svg("an unknown element", "svg-unsupported", "<mesh>", "<mesh/>"),
    svg("noise", "svg-unsupported", "<feTurbulence>", "<filter><feTurbulence/></filter>"),
    svg(
      "a complex selector", "svg-unsupported", "selector",
      "<style>g > rect { clip-path: url(#a) }</style>"),
  ]

  private static let bombs = [
    svg(
      "deep groups", "svg-too-complex", "nests",
      String(repeating: "<g>", count: 70) + String(repeating: "</g>", count: 70)),
    svg("many elements", "svg-too-complex", "elements", String(repeating: "<g/>", count: 20_001)),
    svg(
      "many bytes", "svg-too-complex", "bytes",
      "<!--" + String(repeating: "x", count: 1 << 20) + "-->"),
    svg(
      "many attributes", "svg-too-complex", "attributes",
      "<g " + (0..<201).map { "a\($0)='' " }.joined() + "/>"),
    svg("a long name", "svg-too-complex", "name", "<\(String(repeating: "g", count: 300))/>"),
    svg("many laughs of use", "svg-too-complex", "steps", laughs { "<use href='#\($0)'/>" }),
    svg(
      "many laughs of masks", "svg-too-complex", "steps",
      (0..<12).map { level in
        "<mask id='p\(level)'>"
          + String(repeating: "<rect mask='url(#p\(level + 1))'/>", count: 8) + "</mask>"
      }.joined() + "<rect mask='url(#p0)'/>"),
    svg(
      "many laughs of classes", "svg-too-complex", "steps",
      "<style>" + (0..<12).map { ".c\($0) { clip-path: url(#k\($0 + 1)) }" }.joined() + "</style>"
        + (0..<12).map { level in
          "<clipPath id='k\(level)'>"
            + String(repeating: "<rect class='c\(level)'/>", count: 8) + "</clipPath>"
        }.joined() + "<rect clip-path='url(#k0)'/>"),
    svg("a circle of use", "svg-too-complex", "itself", "<g id='a'><use href='#a'/></g>"),
    svg(
      "a circle of two", "svg-too-complex", "itself",
      "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"),
    svg(
      "many filters", "svg-too-complex", "steps",
      "<filter id='f'>" + String(repeating: "<feGaussianBlur stdDeviation='9'/>", count: 120)
        + "</filter>"),
    svg(
      "many layers", "svg-too-complex", "steps",
      String(repeating: "<g opacity='.9'/>", count: 3000)),
    svg(
      "a tangled path", "svg-too-complex", "steps",
      "<path d='M0 0\((0..<11_000).map { "l\($0 % 97).5-\($0 % 89)" }.joined())'/>"),
    svg(
      "a tangled polygon in masks", "svg-too-complex", "steps",
      "<mask id='p'><polygon points='\(String(repeating: "1,2 3,4 ", count: 1500))'/></mask>"
        + String(repeating: "<rect mask='url(#p)'/>", count: 20)),
    svg(
      "levels of vertical lines", "svg-too-complex", "steps",
      "<path d='M0 0\((0..<21_000).map { "V\($0 % 97)" }.joined())'/>"),
    svg(
      "laughs in an element of another namespace", "svg-too-complex", "steps",
      "<x:x xmlns:x='http://x'>" + laughs { "<use href='#\($0)'/>" } + "</x:x>"),
    svg(
      "filters in a style of another namespace", "svg-too-complex", "steps",
      "<x:x xmlns:x='http://x'><style>rect { filter: blur(3px) blur(3px) }</style></x:x>"
        + String(repeating: "<rect/>", count: 60)),
    svg(
      "functions of filters", "svg-too-complex", "steps",
      String(repeating: "<rect filter='blur(3px) blur(3px) blur(3px)'/>", count: 40)),
    svg(
      "an opacity behind a comment", "svg-too-complex", "steps",
      String(repeating: "<g style='/**/opacity:.5'/>", count: 3000)),
    svg(
      "a deep chain of use", "svg-too-complex", "steps",
      "<g id='l0'><rect opacity='.5'/></g>"
        + (1...40).map { "<g id='l\($0)'><use href='#l\($0 - 1)'/><use href='#l\($0 - 1)'/></g>" }
        .joined()),
    svg(
      "a circle of gradients", "svg-too-complex", "itself",
      "<linearGradient id='a' href='#b'/><linearGradient id='b' href='#a'/>"),
    svg(
      "many pictures", "svg-too-complex", "pictures",
      String(repeating: "<image href='data:image/png;base64,AAAA'/>", count: 17)),
    svg(
      "a large picture", "svg-too-complex", "bytes",
      "<image href='data:image/png;base64,\(String(repeating: "A", count: 800_000))'/>"),
  ]

  private static let plain = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>"

  /// Ten groups, each of which refers to the previous one ten times.
  private static func laughs(_ reference: (String) -> String) -> String {
    "<g id='l0'><rect/></g>"
      + (1...10).map { level in
        "<g id='l\(level)'>" + String(repeating: reference("l\(level - 1)"), count: 10) + "</g>"
      }.joined()
  }
}
