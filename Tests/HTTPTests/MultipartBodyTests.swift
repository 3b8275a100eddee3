import HTTP
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Multipart forms with files, valid and invalid.
@Suite struct MultipartBodyTests {
  private static let type = "multipart/form-data; boundary=b"

  /// Returns a body with the boundary `b`; each part includes its headers.
  private static func body(_ parts: [String], end: String = "--b--\r\n") -> [UInt8] {
    Array((parts.map { "--b\r\n\($0)\r\n" }.joined() + end).utf8)
  }

  private static func part(
    _ disposition: String = #"form-data; name="a""#, _ more: String = "", _ bytes: String = "x"
  ) -> String {
    "Content-Disposition: \(disposition)\r\n\(more)\r\n\(bytes)"
  }

  /// Returns a compact description of a form, for comparison with the expected text.
  private static func shown(_ body: [UInt8], _ type: String = type) -> String {
    do throws(MultipartBody.Flaw) {
      return try MultipartBody(body, contentType: type).parts.map { part in
        let file = part.fileName.map { " file \($0)" } ?? ""
        let type = part.contentType.map { " type \($0)" } ?? ""
        return "\(part.name)\(file)\(type)=\(String(decoding: part.bytes, as: UTF8.self))"
      }.joined(separator: "|")
    } catch {
      return "\(error)"
    }
  }

  // MARK: - Bodies from real clients

  /// The output of curl 7.88 for `-F 'request={"devices":"iphone15"}' -F photo=@beach.jpg`.
  private static let ofCurl =
    Array(
      """
      --------------------------d5b50abacc26076e
      Content-Disposition: form-data; name="request"

      {"devices":"iphone15"}
      --------------------------d5b50abacc26076e
      Content-Disposition: form-data; name="photo"; filename="beach.jpg"
      Content-Type: image/jpeg


      """.utf8
    ).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } + [0xFF, 0xD8, 0x0D, 0x0A, 0xFF]
    + Array("\r\n--------------------------d5b50abacc26076e--\r\n".utf8)
  private static let typeOfCurl =
    "multipart/form-data; boundary=------------------------d5b50abacc26076e"

  @Test func whatCurlSendsIsRead() throws {
    let form = try MultipartBody(Self.ofCurl, contentType: Self.typeOfCurl)
    #expect(form.parts.map(\.name) == ["request", "photo"])
    #expect(form.parts.map(\.fileName) == [nil, "beach.jpg"])
    #expect(form.parts.map(\.contentType) == [nil, "image/jpeg"])
    #expect(form.parts[0].bytes.elementsEqual(Array(#"{"devices":"iphone15"}"#.utf8)))
    #expect(form.parts[1].bytes.elementsEqual([0xFF, 0xD8, 0x0D, 0x0A, 0xFF]))
  }

  /// Answers with the parsed form.
  private final class Echo: HTTPHandler {
    func admit(_ head: HTTPHead, from peer: Peer) -> Admission {
      .admitted(mostBytes: 1 << 20, handle)
    }
    func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) {
      exchange.answer(
        HTTPAnswer(
          200, type: "text/plain", shown(request.body, request.head.header("content-type") ?? "")))
    }
    func refusal(_ reason: HTTPRefusal) -> HTTPAnswer { HTTPAnswer(400) }
    func over(_ record: HTTPRecord) {}
  }

  @Test(
    arguments: [
      (
        "text and a file", ["-F", "request={}", "-F", "photo=@{file};type=image/png"],
        "request={}|photo file pl%22á.jpg type image/png=\r\n--abc"
      ),
      (
        "of a type", ["-F", "request={};type=application/json"],
        "request type application/json={}"
      ),
      (
        "with backslashes", ["--form-escape", "-F", "photo=@{file};type=image/png"],
        "photo file pl\"á.jpg type image/png=\r\n--abc"
      ),
      ("as it is", ["-F", "a=;encoder=8bit"], "a="),
      ("encoded", ["-F", "a=b;encoder=base64"], "encoded(\"base64\", part: 1)"),
    ])
  func whatTheCurlOfThisMachineSendsIsRead(
    _ title: String, _ options: [String], _ expected: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("\r\n--abc", to: "pl\"á.jpg")
    let server = try HTTPServer(
      ListeningSocket(.file(folder.file("s")), origin: .option("listen")), limits: HTTPLimits(),
      handler: Echo())
    // Quoted for curl, because a name may contain a semicolon.
    let quoted = "\"" + file.replacing("\"", with: "\\\"") + "\""
    let arguments = options.map { $0.replacing("{file}", with: quoted) }
    let answer = Tool.output(
      of: "curl", ["-sS", "--unix-socket", folder.file("s"), "http://localhost/"] + arguments)
    #expect(answer == expected)
    server.stop(HTTPAnswer(503))
  }

  @Test(
    arguments: [
      ("a field", body([part()]), "a=x"), ("two of a name", body([part(), part()]), "a=x|a=x"),
      ("nothing in it", body([part(#"form-data; name="a""#, "", "")]), "a="),
      ("without a line end at the end", body([part()], end: "--b--"), "a=x"),
      ("a file", body([part(#"form-data; name="a"; filename="b;c""#)]), "a file b;c=x"),
      ("a file without a name", body([part(#"form-data; name="a"; filename="""#)]), "a file =x"),
      (
        "a name in another way, which is ignored",
        body([part(#"form-data; name="a"; filename*=UTF-8''e%CC%81"#)]), "a=x"
      ),
      ("words without quotes", body([part("form-data; name=a; filename=b.c")]), "a file b.c=x"),
      ("without blanks", body([part(#"form-data;name="a""#)]), "a=x"),
      ("capitals", body([part(#"Form-Data; NAME="A""#)]), "A=x"),
      ("UTF-8", body([part(#"form-data; name="é€𝄞""#)]), "é€𝄞=x"),
      ("a quote in it", body([part(#"form-data; name="a\"b""#)]), #"a"b=x"#),
      ("a backslash in it", body([part(#"form-data; name="a\\b\c""#)]), #"a\b\c=x"#),
      ("percent signs as they are", body([part(#"form-data; name="%22""#)]), "%22=x"),
      (
        "other headers", body([part(#"form-data; name="a""#, "X-A: \r\nContent-Length: 9\r\n")]),
        "a=x"
      ),
      (
        "a type and a coding",
        body([
          part(
            #"form-data; name="a""#,
            "content-type:text/plain; charset=utf-8 \r\nContent-Transfer-Encoding: BINARY\r\n")
        ]), "a type text/plain; charset=utf-8=x"
      ),
      (
        "what is almost a boundary",
        body([part(#"form-data; name="a""#, "", "\r\n--\r\n-\r\r\n--a\r\n --b\n--b--")]),
        "a=\r\n--\r\n-\r\r\n--a\r\n --b\n--b--"
      ),
    ] as [(String, [UInt8], String)])
  func aSoundFormIsRead(_ title: String, _ body: [UInt8], _ expected: String) {
    #expect(Self.shown(body) == expected)
  }

  // MARK: - Invalid bodies

  private static let name = #"form-data; name="a""#

  @Test(
    arguments: [
      ("empty", [], .noStart), ("no boundary", Array("abc".utf8), .noStart),
      ("a preamble", Array("\r\n".utf8) + body([part()]), .noStart),
      ("another boundary", Array("--c\r\n\r\n--c--".utf8), .noStart),
      ("no parts", Array("--b--\r\n".utf8), .noParts),
      ("an epilogue", body([part()]) + Array("x".utf8), .afterEnd),
      ("line ends behind it", body([part()]) + Array("\r\n".utf8), .afterEnd),
      ("three dashes", body([part()], end: "--b---"), .afterEnd),
      ("blanks behind the first boundary", Array("--b \r\n".utf8), .brokenBoundary(afterPart: 0)),
      (
        "a longer boundary", body([part(), part()], end: "--bc\r\n"),
        .brokenBoundary(afterPart: 2)
      ),
      ("line feeds alone", Array("--b\nContent".utf8), .brokenBoundary(afterPart: 0)),
      (
        "a boundary behind an empty line", body(["Content-Disposition: \(name)\r\n"]),
        .brokenBoundary(afterPart: 1)
      ),
      ("a boundary in the headers", body(["--b: c\r\n\r\nx"]), .brokenHeader(part: 1)),
      ("no end", body([part()], end: ""), .noEnd),
      ("one dash", body([part()], end: "--b-"), .noEnd),
      ("no headers", body(["\r\nx"]), .noFormData(part: 1)),
      ("no disposition", body(["Content-Type: a\r\n\r\nx"]), .noFormData(part: 1)),
      ("an attachment", body([part(#"attachment; name="a""#)]), .noFormData(part: 1)),
      ("no name", body([part("form-data")]), .noName(part: 1)),
      ("an empty name", body([part(), part(#"form-data; name="""#)]), .noName(part: 2)),
      ("a file alone", body([part(#"form-data; filename="a""#)]), .noName(part: 1)),
      ("two names", body([part(name + "; name=b")]), .brokenDisposition(part: 1)),
      (
        "two files", body([part(name + "; filename=b; FileName=c")]), .brokenDisposition(part: 1)
      ),
      ("an open quote", body([part(#"form-data; name="a"#)]), .brokenDisposition(part: 1)),
      ("words behind a quote", body([part(name + " b")]), .brokenDisposition(part: 1)),
      ("a name without a value", body([part("form-data; name")]), .brokenDisposition(part: 1)),
      (
        "two dispositions", body([part(name, "content-disposition: \(name)\r\n")]),
        .repeatedHeader("content-disposition", part: 1)
      ),
      (
        "two types", body([part(name, "Content-Type: a\r\nContent-Type: a\r\n")]),
        .repeatedHeader("content-type", part: 1)
      ),
      (
        "base64", body([part(name, "Content-Transfer-Encoding: Base64\r\n")]),
        .encoded("Base64", part: 1)
      ),
      ("a folded line", body([part(name, " b: c\r\n")]), .brokenHeader(part: 1)),
      ("a blank before the colon", body([part(name, "b : c\r\n")]), .brokenHeader(part: 1)),
      ("no header name", body([part(name, ": c\r\n")]), .brokenHeader(part: 1)),
      ("no colon", body([part(name, "b\r\n")]), .brokenHeader(part: 1)),
      ("a line feed in a header", body([part(name, "b: c\nd: e\r\n")]), .brokenHeader(part: 1)),
      ("a return in a header", body([part(name, "b: c\rd\r\n")]), .brokenHeader(part: 1)),
      ("a zero in a header", body([part(name, "b: \0\r\n")]), .brokenHeader(part: 1)),
      (
        "Latin-1",
        Array("--b\r\nContent-Disposition: form-data; name=\"".utf8) + [0xE9]
          + Array("\"\r\n\r\nx\r\n--b--".utf8), .notUTF8(part: 1)
      ),
    ] as [(String, [UInt8], MultipartBody.Flaw)])
  func whatCouldBeReadInTwoWaysIsRefused(
    _ title: String, _ body: [UInt8], _ flaw: MultipartBody.Flaw
  ) {
    let found = #expect(throws: MultipartBody.Flaw.self) {
      try MultipartBody(body, contentType: Self.type)
    }
    #expect(found == flaw)
    #expect(found?.reason.isEmpty == false)
  }

  @Test func aFormHasALimit() {
    let most = MultipartBody.mostParts
    func parts(_ count: Int) -> String {
      Self.shown(Self.body(Array(repeating: Self.part(), count: count)))
    }
    #expect(parts(most) == Array(repeating: "a=x", count: most).joined(separator: "|"))
    #expect(parts(most + 1) == "tooManyParts")

    func headers(_ count: Int) -> String {
      Self.shown(
        Self.body([Self.part(Self.name, String(repeating: "b: c\r\n", count: count - 1))]))
    }
    #expect(headers(MultipartBody.mostHeaders) == "a=x")
    #expect(headers(MultipartBody.mostHeaders + 1) == "tooManyHeaders(part: 1)")

    let rest = Self.part(Self.name, "b: \r\n", "").utf8.count
    func bytes(_ count: Int) -> String {
      let filler = String(repeating: "c", count: count - rest)
      return Self.shown(Self.body([Self.part(Self.name, "b: \(filler)\r\n")]))
    }
    #expect(bytes(MultipartBody.mostHeaderBytes) == "a=x")
    #expect(bytes(MultipartBody.mostHeaderBytes + 1) == "headersTooLong(part: 1)")
  }

  // MARK: - Boundaries

  @Test(
    arguments: [
      ("multipart/form-data; boundary=b", "b"), ("Multipart/Form-Data ;Boundary=\"b\"", "b"),
      ("multipart/form-data; charset=utf-8; boundary=\"a b'()+_,-./:=?\"", "a b'()+_,-./:=?"),
      ("multipart/form-data; boundary==_(a):/?;", "=_(a):/?"),
      ("multipart/form-data; boundary=", nil),
      ("multipart/form-data", nil), ("multipart/form-data; boundary=\"\"", nil),
      ("multipart/form-data; boundary=\"b \"", nil),
      ("multipart/form-data; boundary=b; boundary=b", nil),
      ("multipart/form-data; boundary=b c", nil), ("multipart/form-data; boundary=b*", nil),
      ("multipart/form-data; boundary=é", nil), ("multipart/form-data; boundary=\"b", nil),
      ("multipart/form-data boundary=b", nil),
      ("multipart/form-data; boundary=" + String(repeating: "b", count: 71), nil),
      (
        "multipart/form-data; boundary=" + String(repeating: "b", count: 70),
        String(repeating: "b", count: 70)
      ),
    ] as [(String, String?)])
  func aBoundaryIsReadFromTheType(_ type: String, _ boundary: String?) {
    let body = "--\(boundary ?? "b")\r\n\(Self.part())\r\n--\(boundary ?? "b")--"
    #expect(Self.shown(Array(body.utf8), type) == (boundary == nil ? "noBoundary" : "a=x"))
    #expect(MultipartBody.isOne(type))
  }

  @Test(
    arguments: [
      "", ";", "multipart/mixed; boundary=b", "multipart/form-datax; boundary=b",
      "x multipart/form-data; boundary=b", "application/json", "multipart/form-data,; boundary=b",
    ])
  func anotherTypeIsNone(_ type: String) {
    #expect(!MultipartBody.isOne(type))
    #expect(Self.shown(Self.body([Self.part()]), type) == "otherType")
  }

  // MARK: - Damage

  @Test func whatIsCutOffIsRefused() {
    // Everything except the last line break is required.
    for count in 0..<(Self.ofCurl.count - 2) {
      #expect(throws: MultipartBody.Flaw.self, "after \(count) bytes") {
        try MultipartBody(Array(Self.ofCurl.prefix(count)), contentType: Self.typeOfCurl)
      }
    }
  }

  @Test func damageIsReadOrRefused() {
    var generator = SeededGenerator()
    let seed = generator.seed
    let signs = Array("\r\n-b:;=\"\\ \t\0é".utf8)
    for run in 0..<2000 {
      var body = Self.ofCurl
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let place = Int.random(in: 0..<body.count, using: &generator)
        let sign = signs[Int.random(in: 0..<signs.count, using: &generator)]
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: body[place] = sign
        case 1: body.insert(sign, at: place)
        case 2: body.remove(at: place)
        default:
          let end = Int.random(in: place...body.count, using: &generator)
          body.insert(contentsOf: Array(body[place..<end]), at: place)
        }
      }
      guard let form = try? MultipartBody(body, contentType: Self.typeOfCurl) else { continue }
      // No part contains the boundary.
      let line = Array("\r\n--------------------------d5b50abacc26076e".utf8)
      for part in form.parts {
        #expect(!Array(part.bytes).contains(line), "seed \(seed), run \(run)")
        #expect(!part.name.isEmpty, "seed \(seed), run \(run)")
      }
    }
  }

  @Test(
    arguments: [
      ("returns", "\r"), ("line ends", "\r\n"), ("almost boundaries", "\r\n--bbbbbbbbbbbbbbb"),
      ("line ends and dashes", "\r\n--"),
    ])
  func noByteOfAHostileBodyIsLookedAtMoreThanTwice(_ title: String, _ pattern: String) {
    let delimiter = MultipartDelimiter(String(repeating: "b", count: 16))
    let unit = Array(pattern.utf8)
    let body = Array(repeatElement(unit, count: (1 << 18) / unit.count).joined())
    #expect(delimiter.find(in: body, from: 0) == nil)
    let compared = body.withUnsafeBufferPointer { body in
      var (place, compared) = (0, 0)
      while let candidate = delimiter.candidate(in: body, from: place) {
        place = candidate.place + candidate.length
        compared += candidate.length + 1
      }
      return compared
    }
    #expect(compared <= 2 * body.count)
  }
}
