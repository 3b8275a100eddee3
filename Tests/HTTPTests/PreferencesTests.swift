import HTTP
import Testing

/// The `Prefer` header, RFC 7240.
@Suite struct PreferencesTests {
  /// Returns a compact description of all preferences, for comparison with the expected text.
  private static func shown(_ headers: [String]) -> String {
    let preferences = Preferences(
      HTTPHead(method: "POST", target: "/", headers: headers.map { HTTPHeader("Prefer", $0) }))
    return preferences.names.sorted().map { name in
      let preference = preferences[name]
      let parameters = (preference?.parameters ?? [:]).sorted { $0.key < $1.key }
      return name + (preference?.value.map { "=\($0)" } ?? "")
        + parameters.map { ";\($0.key)=\($0.value)" }.joined()
    }.joined(separator: " ")
  }

  @Test(
    arguments: [
      ("none", [], ""), ("a word", ["respond-async"], "respond-async"),
      ("a value", ["return=representation"], "return=representation"),
      ("a parameter", ["return=representation; lifetime=60"], "return=representation;lifetime=60"),
      (
        "several", ["respond-async, wait=100", "handling=lenient"],
        "handling=lenient respond-async wait=100"
      ),
      ("capitals", ["Return=Minimal; LifeTime=AbC"], "return=Minimal;lifetime=AbC"),
      ("quotes", [#"foo; some-parameter="x, y; \"z\"""#], #"foo;some-parameter=x, y; "z""#),
      ("a quoted value", [#"a="b,c", d"#], "a=b,c d"),
      ("blanks", ["\t a = b ;\t c = d , e"], "a=b;c=d e"),
      ("empty values", [#"a=""; b="""#], "a;b="),
      ("a parameter without a value", ["a; b"], "a;b="),
      ("empty parameters", ["a;; b=c;"], "a;b=c"),
      ("empty ones", [",, a ,", ""], "a"),
      ("one twice", ["a=1, A=2", "a=3"], "a=1"), ("a parameter twice", ["a; b=1; B=2"], "a;b=1"),
    ] as [(String, [String], String)])
  func aPreferenceIsRead(_ title: String, _ headers: [String], _ expected: String) {
    #expect(Self.shown(headers) == expected)
  }

  @Test(
    arguments: [
      ("no name", ["=b, c"], "c"), ("no value", ["a=, c"], "c"), ("two words", ["a b, c"], "c"),
      ("words behind a quote", [#"a="b"d, c"#], "c"), ("no parameter value", ["a; b=, c"], "c"),
      ("a parameter without a name", ["a; =b, c"], "c"),
      ("a quote that does not end", [#"a="b, c"#, "d"], "d"),
      ("a quote in the middle", [#"a b"c, d", e"#], "e"), ("a control", ["a=\"\u{1}, c"], "c"),
      ("other letters", ["é=1, c"], "c"), ("a sign", ["a=(b), c"], "c"),
      ("a sound one behind a broken one of the same name", ["a=(b), a=1"], "a=1"),
      ("only signs", [#";;==""",,"#], ""),
    ] as [(String, [String], String)])
  func aBrokenPreferenceIsIgnored(_ title: String, _ headers: [String], _ expected: String) {
    #expect(Self.shown(headers) == expected)
  }

  /// The names of invalid preferences are kept, so that warnings can name them.
  @Test(
    arguments: [
      ("return=representation; lifetime=(x)", ["return"]), ("a, Return=\"", ["return"]),
      ("a=1", []),
      ("(a), b", []), ("wait=, return=minimal", ["wait"]),
    ] as [(String, Set<String>)])
  func namesOfBrokenOnesAreKnown(_ header: String, _ names: Set<String>) {
    let head = HTTPHead(method: "GET", target: "/", headers: [HTTPHeader("Prefer", header)])
    #expect(Preferences(head).broken == names)
  }

  @Test func anotherHeaderIsNone() {
    let head = HTTPHead(
      method: "GET", target: "/", headers: [HTTPHeader("Preference-Applied", "return=minimal")])
    #expect(Preferences(head).names.isEmpty && Preferences(head)["return"] == nil)
  }
}
