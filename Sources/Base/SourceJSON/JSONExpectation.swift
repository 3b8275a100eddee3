/// The token that the grammar expects at a position.
enum JSONExpectation {
  case value
  case key
  case colon(key: String)
  case comma(in: JSONContainer)
  case end
}
