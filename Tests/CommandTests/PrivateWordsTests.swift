import Testing
import WallfarmTesting

/// No error message quotes user content, in any kind of file and for any kind of mistake.
@Suite struct PrivateWordsTests {
  /// A file with a mistake, and the arguments of a command that reads it.
  struct Trial: Sendable, CustomTestStringConvertible {
    let file: String
    let text: String
    let arguments: [String]

    var testDescription: String { arguments.joined(separator: " ") + " < " + text.prefix(60) }
  }

  private static let jobs = [
    #"[{"id":"a","devices":"iphonese3","notes":["Buy milk", Geheimnis kaufen"]}]"#,
    #"[{"id":"a","devices":"iphonese3","notes":["Buy milk" "Geheimnis kaufen"]}]"#,
    #"[{"id":"a","devices":"iphonese3","notes":"x","Geheimnis kaufen":1}]"#,
    #"[{"id":"a","devices":"iphonese3","notes":["x"],"Geheimnis kaufen" "y"}]"#,
    #"{"jobs":[],"Geheimnis kaufen":1}"#,
  ]
  private static let notes = [
    #"["Buy milk", Geheimnis kaufen"]"#, #"[{"text": "a", "Geheimnis": 1}]"#,
    #"[{"text": Geheimnis"}]"#, #"[{text: "Geheimnis"}]"#,
  ]
  private static let content = [
    #"{"dates": [{"title": Geheimnis", "date": "2030-01-01"}]}"#,
    #"{"text": {"message": "a", Geheimnis": 1}}"#, #"{"figures": [{"label": 'Geheimnis'}]}"#,
    #"{"Geheimnis kaufen": 1, "dates": []}"#,
  ]
  private static let requests = [
    #"{"devices": "iphonese3", "notes": ["Buy milk", Geheimnis"]}"#,
    #"{"devices": "iphonese3", "format": "png", "content": {"dates": [{"title": Geheimnis"}]}}"#,
  ]

  static let all: [Trial] =
    jobs.map {
      Trial(file: "j.json", text: $0, arguments: ["batch", "j.json", "-o", "o", "--check"])
    }
    + jobs.map { Trial(file: "j.json", text: $0, arguments: ["check", "j.json"]) }
    + [
      Trial(
        file: "j.jsonl", text: #"{"id":"a","devices":"iphonese3","notes":[Geheimnis"]}"#,
        arguments: ["batch", "j.jsonl", "-o", "o", "--check"])
    ]
    + (notes + content).flatMap { text in
      [
        ["render", "-d", "iphonese3", "--notes", "n.json"],
        ["render", "-d", "iphonese3", "--content", "n.json"], ["check", "n.json"],
      ].map { Trial(file: "n.json", text: text, arguments: $0) }
    }
    + (notes + content.dropLast()).map { text in
      Trial(
        file: "n.json", text: text,
        arguments: ["render", "-d", "iphonese3", "--theme", "./n.json"])
    }
    + requests.flatMap { text in
      [["render", "--request", "r.json"], ["check", "r.json"]].map {
        Trial(file: "r.json", text: text, arguments: $0)
      }
    }
    + [
      Trial(
        file: "n.csv", text: "title,date\n\"Geheimnis,2030-01-01\n",
        arguments: ["render", "-d", "iphonese3", "-t", "countdown", "--content", "n.csv"]),
      Trial(
        file: "n.csv", text: "title,date,Geheimnis\nGeheimnis,Geheimnis,1\n",
        arguments: ["render", "-d", "iphonese3", "-t", "countdown", "--content", "n.csv"]),
      Trial(
        file: "n.ics",
        text:
          "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Geheimnis\r\nDTSTART:Geheimnis\r\nEND:VEVENT\r\n",
        arguments: [
          "render", "-d", "iphonese3", "-t", "agenda", "--content", "n.ics", "--strict",
        ]),
      Trial(
        file: "s.json",
        text: #"{"format": 1, "flow": "notewall", "facts": {"notes": [Geheimnis"]}}"#,
        arguments: ["flow", "play", "notewall", "--state", "s.json", "--answers", "/dev/null"]),
    ]

  @Test(arguments: all) func noWordOfAPersonIsShown(_ trial: Trial) throws {
    let folder = try TemporaryFolder()
    try folder.write(trial.text, to: trial.file)
    for form in ["text", "json"] {
      let done = try Program.run(trial.arguments + ["--errors", form], in: folder)
      #expect(!done.error.contains("eheim"), "\(done.error)")
      #expect(!String(decoding: done.bytes, as: UTF8.self).contains("eheim"))
    }
  }

  /// Themes are not private, so an error message quotes the invalid value to help the user.
  @Test func wordsOfADesignAreShown() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"format": 1, "palette": {"ink": dunkelblau}}"#, to: "t.json")
    let done = try Program.run(["check", "t.json"], in: folder)
    #expect(done.error.contains("'dunkelblau'") && done.error.contains("1 | "), "\(done.error)")
  }
}
