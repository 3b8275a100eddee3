/// What the grammar asks for at one place.
enum JSONExpectation {
  case value
  case key
  case colon(key: String)
  case comma(in: JSONContainer)
  case end
}
