import Files
import Testing

/// Names that some file systems treat as equal are treated as equal everywhere.
@Suite struct FoldedNameTests {
  @Test(arguments: [
    ("s.png", "S.png"), ("é.png", "e\u{301}.png"), ("É.png", "e\u{301}.png"),
    ("straße", "STRASSE"), ("ς", "Σ"), ("ﬁ", "FI"), ("Å", "\u{212B}"), ("가", "\u{1100}\u{1161}"),
    ("ǆ", "Ǆ"), ("a\u{323}\u{307}", "A\u{307}\u{323}"), ("\u{1E9E}", "ss"),
  ])
  func theseAreOneName(one: String, other: String) {
    #expect(one.foldedName.utf8.elementsEqual(other.foldedName.utf8), "\(one) \(other)")
  }

  @Test(arguments: [("a", "b"), ("e", "é"), ("o", "ö"), ("ı", "i"), ("a/b", "a-b"), ("か", "カ")])
  func theseAreNot(one: String, other: String) {
    #expect(one.foldedName != other.foldedName)
  }
}
