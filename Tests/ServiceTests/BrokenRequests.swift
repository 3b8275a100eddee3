import SourceJSON
import WallfarmTesting

/// Valid requests, and ten ways to break them.
enum BrokenRequests {
  typealias Members = [String: JSONValue]

  /// A way to break a request: its name, and the change that it makes.
  struct Kind: Sendable, CustomStringConvertible {
    let description: String
    let apply: @Sendable (inout Members, inout SeededGenerator) -> Void

    init(
      _ name: String, _ apply: @escaping @Sendable (inout Members, inout SeededGenerator) -> Void
    ) {
      (description, self.apply) = (name, apply)
    }
  }

  /// A valid request with a random selection of keys.
  static func valid(_ random: inout SeededGenerator) -> Members {
    var request: Members = [
      "devices": ["iphone15", "ipad10"],
      "notes": ["Buy milk", ["text": "Call Ana", "done": true]],
      "template": "lock",
    ]
    let more: Members = [
      "theme": "paper", "language": "de", "format": "webp", "quality": 80, "overflow": "shorten",
      "now": "2030-12-24T18:00", "zone": "Europe/Berlin", "color": "#1c1c1e", "widgets": false,
      "set": ["max-size": 40], "missing": "box", "clock": "large", "strict": false,
    ]
    for key in more.keys.sorted() where Bool.random(using: &random) { request[key] = more[key] }
    if request["format"] == nil { request["quality"] = nil }
    return request
  }

  static let kinds: [Kind] = [
    Kind("misspelled name") { request, random in
      let (key, value) = pick(
        [("theme", "paper"), ("devices", "iphone15pro"), ("template", "lock")], &random)
      request[key] = .string(misspelled(value, &random))
    },
    Kind("misspelled key") { request, random in
      let key = pick(["devices", "notes", "template"], &random)
      let value = request[key]
      request[key] = nil
      request[misspelled(key, &random)] = value
    },
    Kind("unknown key") { request, random in
      request["x-\(Int.random(in: 100...999, using: &random))-zzzz"] = pick(
        [1, "text", ["a": 1]] as [JSONValue], &random)
    },
    Kind("number out of range") { request, random in
      switch Int.random(in: 0...2, using: &random) {
      case 0:
        request["format"] = "jpeg"
        request["quality"] = .number(Double(Int.random(in: 101...9999, using: &random)))
      case 1: request["set"] = ["max-size": .number(Double.random(in: 200...9000, using: &random))]
      default: request["set"] = ["max-size": .number(Double.random(in: -50...5, using: &random))]
      }
    },
    Kind("wrong type") { request, random in
      let (key, value) = pick(
        [
          ("widgets", "false"), ("strict", 0), ("set", "max-size=30"), ("theme", ["paper"]),
          ("notes", "Buy milk"), ("devices", 15), ("widgets", "yes"), ("notes", ["text": "a"]),
        ] as [(String, JSONValue)], &random)
      request[key] = value
    },
    Kind("wrong choice") { request, random in
      let (key, value) = pick(
        [
          ("format", "jpg"), ("format", "tiff"), ("overflow", "shortn"), ("clock", "Large"),
          ("orientation", "landscap"), ("direction", "lefttoright"), ("missing", "boxes"),
          ("variant", "night"),
        ] as [(String, JSONValue)], &random)
      request[key] = value
      if key == "format" { request["quality"] = nil }
    },
    Kind("missing field") { request, random in
      let key = pick(["devices", "notes"], &random)
      request[key] = nil
    },
    Kind("conflicting fields") { request, random in
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        request["color"] = "navy"
        request["background"] = "none"
      case 1:
        request["format"] = "png"
        request["quality"] = 80
      case 2: request["content"] = ["notes": ["a"]]
      default:
        request["missing"] = "fail"
        request["allow-missing-glyphs"] = true
      }
    },
    Kind("color or date in another notation") { request, random in
      if Bool.random(using: &random) {
        request["color"] = pick(
          ["1c1c1e", "#1c", "rgb(28, 28, 30)", "dark blue", "0x102030", "navvy", "#12345"]
            as [JSONValue], &random)
      } else {
        request["now"] = pick(
          [
            "24.12.2030", "2030/12/24", "12/24/2030 6:00 PM", "20301224", "24 Dec 2030",
            "2030-12-24T18:00:00.000Z", "December 24, 2030", 1_924_365_600,
          ] as [JSONValue], &random)
      }
    },
    Kind("content of another template") { request, random in
      switch Int.random(in: 0...3, using: &random) {
      case 0: request["template"] = "countdown"
      case 1:
        request["template"] = "countdown"
        request["notes"] = nil
        request["content"] = ["dates": [["title": "Trip", "date": "24.12.2030"]]]
      case 2:
        request["notes"] = pick(
          [
            [["title": "Buy milk"]], [42, "Call Ana"], [["text": "a", "done": "yes"]],
            [["text": "a", "due": "24.12.2030"]], ["a", ""],
          ] as [JSONValue], &random)
      default:
        request["template"] = "countdown"
        request["notes"] = nil
        request["content"] = ["dats": [["title": "Trip", "date": "2030-12-24"]]]
      }
    },
  ]

  private static func pick<Element>(
    _ list: [Element], _ random: inout SeededGenerator
  ) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  /// Returns a word with two adjacent letters swapped, or with one letter doubled or left out.
  private static func misspelled(_ word: String, _ random: inout SeededGenerator) -> String {
    var letters = Array(word)
    let place = Int.random(in: 1..<letters.count - 1, using: &random)
    switch Int.random(in: 0...2, using: &random) {
    case 0 where letters[place] != letters[place + 1]: letters.swapAt(place, place + 1)
    case 1: letters.remove(at: place)
    default: letters.insert(letters[place], at: place)
    }
    return String(letters)
  }
}
