import Testing

/// Harmful and harmless changes to the flow in the folder `flawless`.
enum FaultyFlows {
  /// Changes that each cause a fault; the check reports the fault's code, and possibly problems
  /// that result from the fault.
  static let faults: [FlowEdit] = [
    // Texts.
    FlowEdit(
      "a text is not there in Japanese", in: "texts-ja.json",
      find: #""plants.next.why": "まず植物を一つ書いてください。","#, replace: "", code: "flow-text-missing"),
    FlowEdit(
      "a new choice has no words",
      find: #""balcony", "garden"]"#,
      replace: #""balcony", "garden", "cellar"]"#, code: "flow-text-missing"),
    FlowEdit(
      "braces name a fact that there is not", in: "texts-en.json",
      find: "Every {days} days we", replace: "Every {day} days we", code: "flow-text-wrong"),
    FlowEdit(
      "the Japanese sentence has lost its number", in: "texts-ja.json",
      find: "{days}日ごとに一行お送りします。", replace: "毎週一行お送りします。", code: "flow-text-wrong"),
    FlowEdit(
      "nothing shows a text", in: "texts-en.json",
      find: #""help.calm":"#,
      replace: #"""
        "help.hints": "Tap, and see what happens.",
        "help.calm":
        """#, code: "flow-text-wrong"),
    FlowEdit(
      "a text is empty", in: "texts-en.json",
      find: #""The plan is not made.""#, replace: "\"\"", code: "invalid-value"),

    // Keys, names and values.
    FlowEdit(
      "a key of a step is misspelt",
      find: #"""
        "aside": true,
              "show": ["calm"]
        """#,
      replace: #"""
        "asid": true,
              "show": ["calm"]
        """#, code: "unknown-key"),
    FlowEdit(
      "no effect ends in that way",
      find: #""cancelled": { "say": "cancelled" }"#,
      replace: #""stopped": { "say": "cancelled" }"#, code: "unknown-key"),
    FlowEdit(
      "a tip points at nothing",
      find: #""tip": { "target": "plus", "#, replace: #""tip": { "#, code: "invalid-value"),
    FlowEdit(
      "an action goes to a step that there is not",
      find: #""next": { "go": "ready" }"#,
      replace: #""next": { "go": "done" }"#, code: "invalid-value"),
    FlowEdit(
      "nobody is to depend on a film",
      find: #""film": "cake", "or": ["cheers"]"#,
      replace: #""film": "cake""#, code: "invalid-value"),
    FlowEdit(
      "a person is asked for what only the host knows",
      find: #""place", "agreed"]"#,
      replace: #""place", "agreed", "online"]"#, code: "invalid-value"),
    FlowEdit(
      "a default that the fact cannot have",
      find: #""default": 7"#, replace: #""default": 31"#, code: "invalid-value"),
    FlowEdit(
      "a language has no file of texts",
      find: #"["en", "ja"]"#, replace: #"["en", "ja", "fr"]"#, code: "file-unreadable"),

    // Unused effects, facts that are never set, unhandled outcomes, and cycles.
    FlowEdit(
      "nothing asks for an effect",
      find: #""note": {}"#,
      replace: #"""
        "note": {},
            "share": {}
        """#, code: "flow-unused"),
    FlowEdit(
      "nobody is asked what a gate needs",
      find: #""place", "agreed"]"#, replace: #""place"]"#, code: "flow-fact-unsaid"),
    FlowEdit(
      "the end does not say what the next time depends on",
      find: #""finish": { "setUpVersion": 3 },"#, replace: "", code: "flow-fact-unsaid"),
    FlowEdit(
      "nothing follows when a task is cancelled",
      find: #"""
        "say": "nothing" },
                    "cancelled": { "say": "cancelled" }
        """#,
      replace: #""say": "nothing" }"#, code: "flow-outcome-unheard"),
    FlowEdit(
      "the first step waits, and nothing follows a failure",
      find: #""begin": { "go": "plants" }"#,
      replace: #""begin": { "do": "note", "then": { "ok": { "go": "plants" } } }"#,
      code: "flow-outcome-unheard"),
    FlowEdit(
      "two steps pass over to each other",
      find: #"""
        "after": { "seconds": 5, "go": "connection" },
              "actions": {
                "skip": { "go": "connection" }
              }
            },
            "connection": {
              "part": "end",
              "pass": { "when": { "online": true }, "go": "overview" },
        """#,
      replace: #"""
        "pass": { "when": { "planned": false }, "go": "connection" },
              "actions": {
                "skip": { "go": "connection" }
              }
            },
            "connection": {
              "part": "end",
              "pass": { "when": { "online": true }, "go": "ready" },
        """#, code: "flow-pass-circle"),

    // Unreachable steps and actions.
    FlowEdit(
      "the news lead past what is new",
      find: #""news": { "2": "whats-new" }"#,
      replace: #""news": { "2": "plants" }"#, code: "flow-step-unreachable"),
    FlowEdit(
      "only in the other order nothing leads to a step",
      find: #""connection": null,"#, replace: "", code: "flow-step-unreachable"),
    FlowEdit(
      "a task can be resumed, and never be paused",
      find: #""pause": { "pause": "scan" }"#,
      replace: #""pause": { "go": "ready" }"#, code: "flow-action-unreachable"),
    FlowEdit(
      "a plan that nothing clears need not be mended",
      find: #""kind": "yes-no", "clearedBy": ["days"] }"#,
      replace: #""kind": "yes-no" }"#, code: "flow-action-unreachable"),

    // Gates.
    FlowEdit(
      "a gate needs more plants than can be written down",
      find: #""next": { "need": { "plants": { "atLeast": 1 } }"#,
      replace: #""next": { "need": { "plants": { "atLeast": 13 } }"#, code: "flow-gate-shut"),
    FlowEdit(
      "a gate before the end needs what only the end brings",
      find: #"""
        "planned": true },
                  "do": "note"
        """#,
      replace: #"""
        "setUpVersion": 3 },
                  "do": "note"
        """#, code: "flow-gate-shut"),
    FlowEdit(
      "an action of a notice leads round a gate",
      find: #""why": { "go": "help" }"#,
      replace: #""why": { "go": "reminder" }"#, code: "flow-gate-gone-round"),
    FlowEdit(
      "who waits goes round a gate",
      find: #""ask": ["plants", "nickname"],"#,
      replace: #"""
        "ask": ["plants", "nickname"],
              "after": { "seconds": 60, "go": "reminder" },
        """#, code: "flow-gate-gone-round"),
    FlowEdit(
      "an effect that fails leads round a gate",
      find: #""begin": { "go": "plants" }"#,
      replace: #"""
        "begin": {
                  "do": "note",
                  "then": { "ok": { "go": "plants" }, "failed": { "go": "reminder" } }
                }
        """#, code: "flow-gate-gone-round"),
    FlowEdit(
      "who is online is passed round a gate",
      find: #""enter": { "set": { "seen": false } },"#,
      replace: #"""
        "enter": { "set": { "seen": false } },
              "pass": { "when": { "online": true }, "go": "reminder" },
        """#, code: "flow-gate-gone-round"),

    // Dead ends.
    FlowEdit(
      "help cannot be left once everything was seen",
      find: #"""
        "show": ["calm"],
              "actions": {
                "close": {
        """#,
      replace: #"""
        "show": ["calm"],
              "back": false,
              "actions": {
                "close": { "when": { "seen": { "not": true } },
        """#, code: "flow-dead-end"),
    FlowEdit(
      "back from a step with nothing before it",
      find: #""close": { "go": "finish" }"#,
      replace: #""close": { "go": "back" }"#, code: "flow-trap"),
    FlowEdit(
      "with one of three answers the end stays shut",
      find: #"""
        "planned": true },
                  "do": "note"
        """#,
      replace: #"""
        "planned": true, "place": { "not": "garden" } },
                  "do": "note"
        """#, code: "flow-trap"),
    FlowEdit(
      "the story is left instead of ended",
      find: #"""
        "open": "daily",
                  "go": "finish"
        """#,
      replace: #"""
        "open": "daily",
                  "go": "leave"
        """#, code: "flow-endless"),
    FlowEdit(
      "nothing says why an effect has to succeed",
      find: #"""
        "with": ["days", "plants"],
              "mustSucceed": "Without a plan there is nothing to be reminded of."
        """#,
      replace: #""with": ["days", "plants"]"#, code: "flow-effect-needed"),

    // The end of a flow, its success criteria, and tips.
    FlowEdit(
      "there is no gate before the end",
      find: #""need": { "plants": { "atLeast": 1 }, "planned": true },"#,
      replace: "", code: "flow-ends-too-soon"),
    FlowEdit(
      "the end clears what its celebration ends with",
      find: #""finish": { "setUpVersion": 3 }"#,
      replace: #""finish": { "setUpVersion": 3, "days": null }"#, code: "flow-ends-too-soon"),
    FlowEdit(
      "a criterion is met by a default that nobody changes",
      find: #"""
        "planned": true,
            "seen": true
        """#,
      replace: #"""
        "planned": true,
            "home": "none",
            "seen": true
        """#, code: "flow-criterion-idle"),
    FlowEdit(
      "a notice has a tip while a step has one",
      find: #""actions": { "why": { "go": "help" } }"#,
      replace: #"""
        "actions": { "why": { "go": "help" } },
              "tip": { "target": "status-bar" }
        """#, code: "flow-two-tips"),
    FlowEdit(
      "the second time the tip of a notice is still there",
      find: #""enter": { "set": { "seen": false } },"#, replace: "", code: "flow-two-tips"),
  ]

  /// Valid changes, for which the check reports nothing.
  static let harmless: [FlowEdit] = [
    // Texts.
    FlowEdit(
      "other words", in: "texts-en.json",
      find: #""Plants that get water live longer.""#, replace: #""Who gets water lives longer.""#),
    FlowEdit(
      "other words in Japanese", in: "texts-ja.json",
      find: #""水をもらう植物は長生きします。""#, replace: #""水やりで植物は長生きします。""#),
    FlowEdit(
      "a number stands elsewhere in its sentence", in: "texts-en.json",
      find: #""Every {days} days we send one line.""#,
      replace: #""We send one line every {days} days.""#),
    FlowEdit(
      "words with quotation marks, a line end and a leaf", in: "texts-en.json",
      find: #""plants.next": "Next""#, replace: #""plants.next": "\"Next\"\n\ud83c\udf3f""#),
    FlowEdit(
      "a comment and a comma among the texts", in: "texts-ja.json",
      find: #""party.close": "お祝いを閉じる""#,
      replace: #"""
        // The last one.
        "party.close": "お祝いを閉じる",
        """#),

    // Formatting.
    FlowEdit(
      "a comment, and commas after the last of something",
      find: #"""
        "close": { "go": "finish" }
              }
            }
        """#,
      replace: #"""
        "close": { "go": "finish" }, // Well done.
              },
            },
        """#),
    FlowEdit(
      "a comment of several lines",
      find: #""notices": {"#,
      replace: #"""
        /* Over
           every step. */
        "notices": {
        """#),
    FlowEdit(
      "another order of keys",
      find: #""outcomes": ["ok", "failed", "cancelled"], "task": true"#,
      replace: #""task": true, "outcomes": ["ok", "failed", "cancelled"]"#),
    FlowEdit(
      "where editors find the schema",
      find: #""format": 1,"#,
      replace: #"""
        "$schema": "./flow.schema.json",
          "format": 1,
        """#),
    FlowEdit(
      "a name with an escape",
      find: #""next": { "go": "ready" }"#, replace: #""next": { "go": "\u0072eady" }"#),
    FlowEdit(
      "a list of one condition",
      find: #""need": { "agreed": true }"#, replace: #""need": [{ "agreed": true }]"#),
    FlowEdit(
      "a condition in other words",
      find: #"[{ "planned": null }, { "planned": false }]"#,
      replace: #"{ "planned": { "not": true } }"#),

    // Other values and names.
    FlowEdit(
      "it comes again after a month",
      find: #""absentDays": 90"#, replace: #""absentDays": 30"#),
    FlowEdit(
      "it never comes again",
      find: #""firstUse": true, "absentDays": 90"#, replace: #""firstUse": true"#),
    FlowEdit(
      "a longer wait",
      find: #""seconds": 5,"#, replace: #""seconds": 12.5,"#),
    FlowEdit(
      "more plants can be written down",
      find: #""most": 12"#, replace: #""most": 200"#),
    FlowEdit(
      "longer times between two reminders",
      find: #""between": [1, 30]"#, replace: #""between": [1, 365]"#),
    FlowEdit(
      "another default, which a condition sees",
      find: #""default": "window""#, replace: #""default": "garden""#),
    FlowEdit(
      "another default, which no condition sees",
      find: #""kind": "text", "most": 40"#,
      replace: #""kind": "text", "most": 40, "default": "friend""#),
    FlowEdit(
      "one choice more where nobody asks",
      find: #"["photo", "black", "none"]"#, replace: #"["photo", "black", "white", "none"]"#),
    FlowEdit(
      "another name of a fact",
      find: #""home": {"#, replace: #""lock": {"#),
    FlowEdit(
      "another name of the other order",
      find: #""short": {"#, replace: #""web": {"#),
    FlowEdit(
      "what is not known yet is no",
      find: #""kind": "yes-no", "clearedBy": ["days"] }"#,
      replace: #""kind": "yes-no", "default": false, "clearedBy": ["days"] }"#),
    FlowEdit(
      "a milestone comes later",
      find: #""at": 1 }"#, replace: #""at": 12 }"#),
    FlowEdit(
      "a newer version",
      find: #""version": 3,"#, replace: #""version": 4,"#),
    FlowEdit(
      "more hopes",
      find: #""percent": 80 }]"#,
      replace: #""percent": 55.5 }, { "from": "plants", "to": "party", "percent": 1 }]"#),

    // Other paths.
    FlowEdit(
      "another order of actions",
      find: #"""
        "pause": { "pause": "scan" },
                "resume": { "resume": "scan" },
        """#,
      replace: #"""
        "resume": { "resume": "scan" },
                "pause": { "pause": "scan" },
        """#),
    FlowEdit(
      "another order of outcomes that are no success",
      find: #"["ok", "failed", "refused"]"#, replace: #"["ok", "refused", "failed"]"#),
    FlowEdit(
      "a gate needs more, all of which is met",
      find: #"""
        "planned": true },
                  "do": "note"
        """#,
      replace: #"""
        "planned": true, "seen": true, "agreed": true },
                  "do": "note"
        """#),
    FlowEdit(
      "one criterion more, which the gates see to",
      find: #"""
        "planned": true,
            "seen": true
        """#,
      replace: #"""
        "planned": true,
            "agreed": true,
            "seen": true
        """#),
    FlowEdit(
      "one criterion less",
      find: #"""
        "planned": true,
            "seen": true
        """#,
      replace: #""planned": true"#),
    FlowEdit(
      "more facts clear the plan",
      find: #""clearedBy": ["days"]"#, replace: #""clearedBy": ["days", "place", "plants"]"#),
    FlowEdit(
      "the end forgets where the plants are",
      find: #""finish": { "setUpVersion": 3 }"#,
      replace: #""finish": { "setUpVersion": 3, "place": null }"#),
    FlowEdit(
      "a step can be gone back from",
      find: #"""
        "back": false,
              "show": ["slow"]
        """#,
      replace: #""show": ["slow"]"#),
    FlowEdit(
      "a step cannot be gone back from",
      find: #""show": ["what", {"#,
      replace: #"""
        "back": false,
              "show": ["what", {
        """#),
    FlowEdit(
      "one step more beside the story",
      find: #"""
        "part": "end",
              "pass"
        """#,
      replace: #"""
        "part": "end",
              "aside": true,
              "pass"
        """#),
    FlowEdit(
      "one step less beside the story",
      find: #"""
        "aside": true,
              "show": ["way"]
        """#,
      replace: #""show": ["way"]"#),
    FlowEdit(
      "a second way to a step beside the story",
      find: #"""
        "show": ["slow"],
              "actions": {
        """#,
      replace: #"""
        "show": ["slow"],
              "actions": {
                "slow": { "go": "help" },
        """#),
    FlowEdit(
      "an effect that leads on however it ends",
      find: #""without": { "go": "overview" }"#,
      replace: #"""
        "without": {
                  "do": "note",
                  "then": { "ok": { "go": "overview" }, "failed": { "go": "overview" } }
                }
        """#),
    FlowEdit(
      "an effect that nobody waits for",
      find: #""without": { "go": "overview" }"#,
      replace: #""without": { "do": "note", "go": "overview" }"#),
  ]

  /// Changes that an early version of the checker judged incorrectly: it missed faults or reported
  /// false positives.
  static let lessons: [FlowEdit] = [
    FlowEdit(
      "a step passes over to itself",
      find: #""pass": { "when": { "online": true }, "go": "overview" }"#,
      replace: #""pass": { "when": { "online": true }, "go": "connection" }"#,
      code: "flow-pass-circle"),
    FlowEdit(
      "an effect that fails keeps those who are offline",
      find: #""without": { "go": "overview" }"#,
      replace: #"""
        "without": {
                  "do": "note",
                  "then": { "ok": { "go": "overview" }, "failed": { "say": "question" } }
                }
        """#, code: "flow-effect-needed"),
    FlowEdit(
      "a task that finds nothing keeps everybody",
      find: #""next": { "go": "ready" }"#,
      replace: #""next": { "when": { "found": { "known": true } }, "go": "ready" }"#,
      code: "flow-effect-needed"),
    FlowEdit(
      "who does not say whether there is a connection keeps everybody",
      find: #""without": { "go": "overview" }"#,
      replace: #""without": { "when": { "online": { "known": true } }, "go": "overview" }"#,
      code: "flow-trap"),
    FlowEdit(
      "entering a step leads back to a step that passes over to it",
      find: #""enter": { "set": { "seen": true } },"#,
      replace: #""enter": { "set": { "seen": true }, "go": "connection" },"#,
      code: "flow-pass-circle"),
    FlowEdit(
      "the end needs a number that is never unknown",
      find: #"""
        "planned": true,
            "seen": true
        """#,
      replace: #"""
        "planned": true,
            "days": { "known": true },
            "seen": true
        """#, code: "flow-criterion-idle"),
    FlowEdit(
      "nothing follows an outcome that is named",
      find: #""failed": { "say": "kept" }"#,
      replace: #""failed": {}"#, code: "flow-outcome-unheard"),
    FlowEdit(
      "a notice that never stands there",
      find: #""when": { "online": { "not": true } }"#,
      replace: #""when": { "plants": { "atLeast": 13 } }"#, code: "flow-action-unreachable"),
    FlowEdit(
      "a fact that nothing uses",
      find: #""home": {"#,
      replace: #"""
        "color": { "from": "flow", "kind": "yes-no" },
            "home": {
        """#, code: "flow-unused"),
    FlowEdit(
      "a text names a fact that nobody says",
      find: #""ask": ["plants", "nickname"]"#,
      replace: #""ask": ["plants"]"#, code: "flow-fact-unsaid"),
    FlowEdit(
      "what can be paused is no task",
      find: #""task": true, "#, replace: "", code: "invalid-value"),
    FlowEdit(
      "a link to a flow that there is not",
      find: #""notewall-daily""#, replace: #""notewall-nightly""#, code: "unknown-flow"),
    FlowEdit(
      "a step that is owed is beside a story that is over",
      find: #"""
        "party": {
              "enter"
        """#,
      replace: #"""
        "party": {
              "aside": true,
              "enter"
        """#, code: "flow-dead-end"),
    FlowEdit(
      "version 300",
      find: #""version": 3,"#, replace: #""version": 300,"#),
    FlowEdit(
      "an effect behind a gate leads back when it fails",
      find: #""failed": { "say": "failed" }"#,
      replace: #""failed": { "say": "failed", "go": "plants" }"#),
    FlowEdit(
      "a gate that only the host can open keeps everybody else",
      find: #""need": { "agreed": true }"#,
      replace: #""need": { "agreed": true, "online": true }"#, code: "flow-trap"),
    FlowEdit(
      "an action for one name",
      find: #""later": { "when": { "setUpVersion": null }"#,
      replace: #""later": { "when": { "nickname": "Ana" }"#),
    FlowEdit(
      "it begins by hand only",
      find: #""firstUse": true, "absentDays": 90"#, replace: #""firstUse": false"#),
  ]
}

/// A change to a file of a flow.
struct FlowEdit: Sendable, CustomTestStringConvertible {
  let title: String
  /// The file's name in the flow's folder.
  let file: String
  /// The text to replace, which occurs exactly once.
  let find: String
  let replace: String
  /// A code that the check must report, or `nil` if it must report nothing.
  let code: String?

  init(
    _ title: String, in file: String = "flow.json", find: String, replace: String,
    code: String? = nil
  ) {
    (self.title, self.file) = (title, file)
    (self.find, self.replace, self.code) = (find, replace, code)
  }

  var testDescription: String { title }
}
