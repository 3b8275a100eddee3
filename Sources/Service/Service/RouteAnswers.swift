import SourceJSON

// What each route can answer, for the OpenAPI document.

extension Route {
  /// What is answered where all is well, by status.
  func answers(to method: String) -> [String: OpenAPIAnswer] {
    switch self {
    case .page: pageAnswers
    case .openAPI: document("The document.", ["type": "object"])
    case .alive: ["200": .text("The process answers.")]
    case .ready: ["200": .text("Pictures can be made.")]
    case .devices:
      document(
        "The devices.",
        OpenAPISchema.list(of: ["id", "name", "pixels"], numbers: ["width", "height"]))
    case .templates:
      document("What there is.", OpenAPISchema.list(of: ["name"], lists: ["content", "needs"]))
    case .themes: document("What there is.", OpenAPISchema.list(of: ["name"]))
    case .motions:
      document("The films.", OpenAPISchema.list(of: ["name"]))
    case .film: filmAnswers(to: method)
    case .schema: document("The schema.", ["type": "object"])
    case .render: renderAnswers
    case .photos:
      [
        "201": OpenAPIAnswer(
          "The photo is kept; its name is for the key `photo` of a request.",
          ["application/json": OpenAPISchema.json("Photo")])
      ]
    case .picture where method == "DELETE": ["204": .done("The address is revoked.")]
    case .picture, .shown: pictureAnswers
    case .people:
      [
        "201": OpenAPIAnswer(
          "The person has two addresses.",
          ["application/json": OpenAPISchema.json("Addresses")],
          [.cacheControl, .warningsOfPerson])
      ]
    case .person, .photo: ["204": .done("It is done.")]
    case .content: changeAnswers
    case .challenge: challengeAnswers(to: method)
    case .health:
      [
        "200": OpenAPIAnswer(
          "How far it is, and what is to be told.",
          ["application/json": OpenAPISchema.json("Counted")], [.cacheControl])
      ]
    case .flow: pageAnswers
    case .flowState: stateAnswers(to: method)
    case .own: ownAnswers(to: method)
    case .metrics: ["200": .text("The figures.")]
    }
  }

  private var pageAnswers: [String: OpenAPIAnswer] {
    [
      "200": OpenAPIAnswer("The page.", ["text/html": ["schema": ["type": "string"]]], [.tag]),
      "304": .unchanged,
    ]
  }

  private func filmAnswers(to method: String) -> [String: OpenAPIAnswer] {
    var content = OpenAPIAnswer.files(["video/mp4", "image/png"])
    content["text/plain"] = ["schema": ["type": "string"]]
    var answers = [
      "200": OpenAPIAnswer(
        "The film, a moment of it, or its words.", content, [.tagOfFilm, .cacheControl, .parts]),
      "304": .unchanged,
    ]
    if method == "GET" {
      answers["206"] = OpenAPIAnswer(
        "The bytes of it that were asked for.", content, [.tag, .cacheControl, .parts, .part])
    }
    return answers
  }

  private func document(_ words: String, _ schema: JSONValue) -> [String: OpenAPIAnswer] {
    [
      "200": OpenAPIAnswer(
        words, ["application/json": ["schema": schema]], [.tag, .cacheControl]),
      "304": .unchanged,
    ]
  }

  private var renderAnswers: [String: OpenAPIAnswer] {
    var content = OpenAPIAnswer.pictures
    content["application/zip"] = OpenAPIAnswer.file
    // A line of it has the schema Line; OpenAPI 3.1 has no words for lines.
    content["application/jsonl"] = ["schema": ["type": "string"]]
    return [
      "200": OpenAPIAnswer(
        "The picture; for several devices a ZIP file of them, or with `Prefer` lines of JSON, "
          + "each as the schema `Line` has it.",
        content, [.cacheControl, .tagOfPicture, .warnings, .expires, .appliedToLines]),
      "201": OpenAPIAnswer(
        "With `Prefer`: where the picture is.",
        ["application/json": OpenAPISchema.json("Address")], [.cacheControl, .location, .applied]),
    ]
  }

  private var pictureAnswers: [String: OpenAPIAnswer] {
    var answers = [
      "200": OpenAPIAnswer(
        "The picture.", OpenAPIAnswer.pictures, [.tag, .cacheControl, .warnings, .expires]),
      "304": .unchanged,
    ]
    if self == .shown {
      answers["204"] = .done("The person keeps this screen as it is.")
    }
    return answers
  }

  private func ownAnswers(to method: String) -> [String: OpenAPIAnswer] {
    if method == "DELETE" { return ["204": .done("The person is erased.")] }
    if method == "PUT" { return changeAnswers }
    return [
      "200": OpenAPIAnswer(
        "Everything that is kept.", ["application/json": OpenAPISchema.json("Kept")],
        [.cacheControl, .tagOfPerson]),
      "304": OpenAPIAnswer("The client has it.", [:], [.cacheControl, .tagOfPerson]),
    ]
  }

  private var changeAnswers: [String: OpenAPIAnswer] {
    [
      "200": OpenAPIAnswer(
        "It is done, and the pictures have warnings.",
        ["application/json": OpenAPISchema.json("Warned")], [.cacheControl, .warningsOfPerson]),
      "204": .done("It is done."),
    ]
  }

  private func challengeAnswers(to method: String) -> [String: OpenAPIAnswer] {
    if method == "DELETE" { return ["204": .done("It has ended: seen where it was reached.")] }
    return [
      method == "PUT" ? "201" : "200": OpenAPIAnswer(
        "How far it is.", ["application/json": OpenAPISchema.json("Challenge")], [.cacheControl])
    ]
  }

  private func stateAnswers(to method: String) -> [String: OpenAPIAnswer] {
    if method == "PUT" { return ["204": .done("It is kept.")] }
    return [
      "200": OpenAPIAnswer(
        "What the page has put there.",
        ["application/json": ["schema": ["type": "object"]]], [.cacheControl, .tagOfPerson]),
      "204": .done("Nothing was put there."),
      "304": OpenAPIAnswer("The client has it.", [:], [.cacheControl, .tagOfPerson]),
    ]
  }

  /// Statuses of what may go wrong here, besides those that any operation may answer.
  func refusals(of method: String) -> [Int] {
    switch self {
    case .page, .openAPI, .alive, .devices, .themes, .templates, .schema, .motions, .metrics: []
    case .film where method == "GET": [416, 429, 500]
    case .film: [429, 500]
    case .ready: [500]
    case .render: [415, 422, 429, 500, 502, 504]
    case .photos: [422, 429, 500]
    case .picture where method == "DELETE": [410, 429, 500]
    case .picture, .shown: [410, 422, 429, 500]
    case .people: [415, 422, 429, 500, 502, 504]
    case .content: [412, 415, 422, 429, 500]
    case .flowState where method == "PUT": [412, 415, 422, 429, 500]
    case .flow, .flowState: [429, 500]
    case .challenge where method == "PUT": [409, 412, 415, 422, 429, 500]
    case .challenge: [409, 429, 500]
    case .health: [409, 422, 429, 500]
    case .own where method == "PUT": [412, 415, 422, 429, 500, 502, 504]
    case .own where method == "DELETE": [412, 429, 500]
    case .person, .photo, .own: [429, 500]
    }
  }
}
