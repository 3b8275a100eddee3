package import WallfarmPluginKit

/// All items of one kind that can be selected by name, with the findings about them.
package struct ContentListing<Item: Sendable>: Sendable {
  /// The readable items with their origins.
  package let items: [(item: Item, origin: ContentOrigin)]
  /// The errors in items of content folders; these items are omitted.
  package let problems: [RenderError]
  /// A warning for each item whose name refers to another item.
  package let warnings: [RenderWarning]
}

extension ContentIndex {
  /// Reads all items.
  ///
  /// An invalid file of a user does not prevent the others from being listed.
  ///
  /// - Parameter read: Reads the item with a name.
  /// - Returns: The items and the findings.
  /// - Throws: The first error in an installed item.
  package func listing<Item: Sendable>(
    _ read: (_ name: String) throws(RenderError) -> Item
  ) throws(RenderError) -> ContentListing<Item> {
    var items: [(item: Item, origin: ContentOrigin)] = []
    var problems: [RenderError] = []
    for entry in entries {
      do throws(RenderError) {
        items.append((try read(entry.name), entry.origin))
      } catch {
        guard entry.origin != .builtIn else { throw error }
        problems.append(error)
      }
    }
    return ContentListing(items: items, problems: problems, warnings: hidden)
  }
}

extension DesignLibrary {
  /// Reads all templates that can be selected by name.
  ///
  /// - Throws: The first error in an installed template.
  package func listTemplates() throws(RenderError) -> ContentListing<TemplateItem> {
    try library.templateIndex.listing { (name) throws(RenderError) in try template(name) }
  }

  /// Reads all themes that can be selected by name with every template.
  ///
  /// - Throws: The first error in an installed theme.
  package func listThemes() throws(RenderError) -> ContentListing<ThemeItem> {
    try library.themeIndex.listing { (name) throws(RenderError) in try theme(name) }
  }
}
