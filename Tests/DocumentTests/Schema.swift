import WallfarmTesting

/// What python-jsonschema makes of a text.
enum Schema {
  /// Status 0 where a published schema accepts the text, 3 where it rejects it, and what was said.
  static func judge(_ text: String, by path: String) -> (text: String, status: Int32) {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      sys.exit(0 if jsonschema.Draft202012Validator(schema).is_valid(json.loads(sys.argv[2])) else 3)
      """
    return Tool.run(
      "/usr/bin/python3", ["-c", script, Document.file(path), text], withErrors: true)
  }
}
