import SourceJSON

// What each route says of itself in the OpenAPI document. Every `switch` names every route, so that a new one is
// described before it is served.

extension Route {
  /// What an operation is called and does.
  struct Words {
    /// Its name for programs; no two operations have the same.
    let name: String
    let summary: String
    var description: String?

    init(_ name: String, _ summary: String, _ description: String? = nil) {
      (self.name, self.summary, self.description) = (name, summary, description)
    }
  }

  var section: OpenAPI.Section {
    switch self {
    case .render, .photos, .photo, .picture, .film: .pictures
    case .people, .person, .own, .content, .shown, .flow, .flowState, .challenge, .health:
      .people
    case .devices, .themes, .templates, .motions, .schema: .choices
    case .page, .openAPI, .alive, .ready, .metrics: .service
    }
  }

  /// The words of what a method does here.
  func words(of method: String) -> Words {
    let words = wordsOfOwn(method) ?? words
    guard method == "HEAD" else { return words }
    return Words("\(words.name)Head", "\(words.summary) Headers alone.")
  }

  /// A person's own address does three things.
  private func wordsOfOwn(_ method: String) -> Words? {
    switch (self, method) {
    case (.challenge, "PUT"):
      Words("beginChallenge", "Begins a challenge: a photo that steps make clearer.")
    case (.challenge, "DELETE"):
      Words(
        "endChallenge", "Ends a challenge.",
        "Where it is reached, its picture was seen; else it is given up. The lock screen is as before."
      )
    case (.picture, "DELETE"):
      Words(
        "revokePicture", "Revokes an address.",
        "By the key of the client that it was told to. Other addresses of the same request go on; a cache may have its "
          + "picture for as long as it was allowed to keep it.")
    case (.flowState, "PUT"): Words("putFlowState", "Keeps how far a person is in a flow.")
    case (.own, "DELETE"): Words("eraseOwn", "Erases a person, by the person's own address.")
    case (.own, "PUT"):
      Words(
        "replaceOwn", "Replaces everything of a person.",
        "For a new phone, another theme, another zone; the addresses stay.")
    default: nil
    }
  }

  private var words: Words {
    switch self {
    case .page: Words("page", "A page that says what this is, with a form that renders.")
    case .openAPI: Words("openAPI", "This document.")
    case .alive: Words("alive", "Whether the process answers.")
    case .ready:
      Words(
        "ready", "Whether pictures can be made.",
        "A worker makes a picture every 30 seconds, and it has to be the one that is expected.")
    case .devices: Words("devices", "The devices that there are.")
    case .themes: Words("themes", "The themes that are installed.")
    case .templates: Words("templates", "The templates that are installed.")
    case .motions: Words("motions", "The films that ship.")
    case .film:
      Words(
        "film", "A film that ships, on a screen and in a language; a moment of it; or its words.",
        "A film takes seconds to make, is made once for all who ask meanwhile, and kept.")
    case .schema: Words("schema", "The JSON Schema of requests.")
    case .render:
      Words(
        "render", "Makes a picture.",
        """
        One device: the answer is the picture. Several: a ZIP file with a picture for each. \
        With `Prefer: return=representation` the answer is an address and a receipt; \
        for several devices a line of JSON for each, as they are made.
        """)
    case .photos:
      Words(
        "keepPhoto", "Keeps a photo, so that requests can name it.",
        "It is kept for the client that brought it and no other, until there is no room.")
    case .photo:
      Words(
        "erasePhoto", "Erases a photo.", "Pictures that show it are gone with their next change.")
    case .picture: Words("picture", "A picture that was asked for, at its signed address.")
    case .people:
      Words(
        "addPerson", "Makes an address for one person.",
        "The two addresses of the answer are told once. The one that reads cannot write.")
    case .person: Words("erasePerson", "Erases a person.")
    case .own: Words("own", "Everything that is kept of a person.")
    case .content: Words("replaceContent", "Replaces a person's notes and content.")
    case .flow:
      Words(
        "flow", "The page that plays a flow for a person.",
        "It keeps how far the person is beside the person, and puts the notes into the pictures.")
    case .challenge: Words("challenge", "How far a person's challenge is.")
    case .health:
      Words(
        "countSteps", "Counts the steps of an export of health data.",
        "The export itself is not kept. What is to be told is answered once.")
    case .flowState: Words("flowState", "How far a person is in a flow.")
    case .shown:
      Words(
        "shown", "The present picture of a person.",
        "A home screen that the person keeps is 204, for what fetches it to skip.")
    case .metrics: Words("metrics", "Figures for Prometheus.")
    }
  }

  /// What stands in the place of the braces.
  var parameters: [JSONValue] {
    switch self {
    case .picture:
      [
        parameter(
          "signature", "The key that signs, the second at which it ends, and the signature.",
          ["type": "string", "pattern": #"^[A-Za-z0-9_-]+\.[0-9]+\.[A-Za-z0-9_-]{43}$"#]),
        parameter(
          "picture", "The digest of the request, and the format.",
          ["type": "string", "pattern": #"^[A-Za-z0-9_-]{43}\.(png|jpg|webp)$"#]),
      ]
    case .photo:
      [
        parameter(
          "name", "The name that the photo was kept by.",
          ["type": "string", "pattern": "^sha256-[0-9a-f]{64}$"])
      ]
    case .film:
      [
        parameter("motion", "The name of a film.", Route.word),
        parameter(
          "film",
          "The screen, the language, and what: `iphone15.en.mp4`, `9x16.ar.reduced.mp4` for people "
            + "who want no motion, `.png` for the moment that stands for it, `.2500.png` for that "
            + "after so many milliseconds, `.txt` for those who cannot see it.",
          ["type": "string", "pattern": .string(FilmAddress.pattern)]),
      ]
    case .person: [parameter("id", "The id that the person was added with.", Route.word)]
    case .own, .content, .challenge, .health:
      [parameter("token", "The token that writes.", Route.token)]
    case .flow, .flowState:
      [
        parameter("token", "The token that writes.", Route.token),
        parameter("flow", "The name of a flow that is offered.", Route.word),
      ]
    case .shown:
      [
        parameter("token", "The token that reads, or the one that writes.", Route.token),
        parameter(
          "picture", "Which screen, in which format.",
          [
            "type": "string",
            "enum": ["lock.png", "lock.jpg", "lock.webp", "home.png", "home.jpg", "home.webp"],
          ]),
      ]
    case .page, .openAPI, .alive, .ready, .devices, .themes, .templates, .motions, .schema, .render,
      .photos,
      .people, .metrics:
      []
    }
  }

  private static let word: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9_-]+$"]
  private static let token: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9_-]{44}$"]

  private func parameter(_ name: String, _ description: String, _ schema: JSONValue) -> JSONValue {
    [
      "name": .string(name), "in": "path", "required": true, "description": .string(description),
      "schema": schema,
    ]
  }

  /// Headers of requests that change what is answered.
  func headers(of method: String) -> [JSONValue] {
    switch self {
    case .film where method == "GET":
      [
        Route.known,
        Route.header(
          "Range", "`bytes=0-499`: only those bytes. Where several are asked for, all of it."),
        Route.header(
          "If-Range", "The ETag of what the client has a part of; where it is another, all of it."),
      ]
    case .picture where method == "DELETE": []
    case .own, .flowState:
      method == "GET" || method == "HEAD" ? [Route.known] : [Route.meant, Route.unmeant]
    case .content: [Route.meant, Route.unmeant]
    case .challenge where method == "PUT": [Route.meant, Route.unmeant]
    case .devices, .themes, .templates, .motions, .film, .schema, .page, .openAPI, .picture,
      .shown, .flow:
      [Route.known]
    case .render:
      [
        Route.header(
          "Prefer", "`return=representation` for an address, with `lifetime=SECONDS` or not.")
      ]
    case .alive, .ready, .photos, .photo, .people, .person, .metrics, .challenge, .health: []
    }
  }

  private static let meant = header(
    "If-Match", "The ETag of the version that is meant; 412 where it is another one by now.")
  private static let unmeant = header(
    "If-None-Match", "`*`, to put something only where there is nothing; else 412.")

  private static let known = header(
    "If-None-Match", "The ETag of what the client has; 304 where it is still so.")

  private static func header(_ name: String, _ description: String) -> JSONValue {
    [
      "name": .string(name), "in": "header", "required": false,
      "description": .string(description), "schema": ["type": "string"],
    ]
  }

  /// What is sent.
  func body(of method: String) -> JSONValue? {
    switch self {
    case .render:
      body(
        "A request, alone or with a photo.",
        [
          "application/json": OpenAPISchema.json("Request", like: OpenAPISchema.exampleRequest),
          "multipart/form-data": [
            "schema": OpenAPISchema.requestWithPhoto,
            "encoding": [
              "request": ["contentType": "application/json"],
              "content": [
                "contentType": .string(ContentBody.mediaTypes.joined(separator: ", "))
              ],
            ],
          ],
        ])
    case .photos:
      body(
        "The bytes of a photo: JPEG, PNG, WebP, HEIF or AVIF, under any media type.",
        ["application/octet-stream": OpenAPIAnswer.file])
    case .own where method != "PUT", .flowState where method != "PUT",
      .challenge where method != "PUT":
      nil
    case .challenge:
      body("A goal and a photo.", ["application/json": OpenAPISchema.json("Beginning")])
    case .health:
      body(
        "The export of a health app as it is, under any media type.",
        ["application/octet-stream": OpenAPIAnswer.file])
    case .flowState:
      body("What the page puts there.", ["application/json": ["schema": ["type": "object"]]])
    case .people, .own:
      body(
        "What the person's screens show.",
        ["application/json": OpenAPISchema.json("Person", like: OpenAPISchema.examplePerson)])
    case .content:
      body(
        "Notes, content or both, as JSON, a calendar, a table or a list; both are replaced.",
        OpenAPISchema.contentBodies)
    case .page, .openAPI, .alive, .ready, .devices, .themes, .templates, .motions, .film, .schema,
      .picture,
      .photo, .person, .shown, .flow, .metrics:
      nil
    }
  }

  private func body(_ description: String, _ content: JSONValue) -> JSONValue {
    ["description": .string(description), "required": true, "content": content]
  }
}
