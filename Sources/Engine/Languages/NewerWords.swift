/// Words that CLDR has changed since version 42, the version in ICU 72.
///
/// Source: `duration-day`, long form, in the CLDR data of Babel 2.19.
enum NewerWords {
  /// The word for a number of days; nil if the word in ICU is up to date.
  ///
  /// For Polish, CLDR 42 uses `doba`, a period of 24 hours; CLDR-15696 restored `dzień`.
  static func day(_ language: String, _ count: Int) -> String? {
    let name = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return switch name {
    case "pl": count == 1 ? "dzień" : "dni"
    case "kn" where count < 2: "ದಿನ"
    case "eo": count == 1 ? "tago" : "tagoj"
    case "tt": "көн"
    default: nil
    }
  }
}
