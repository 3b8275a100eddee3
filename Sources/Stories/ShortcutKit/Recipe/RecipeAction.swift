/// A group of actions of a recipe with one goal.
struct RecipePart: Sendable, Hashable {
  /// The goal of the group.
  let goal: Goal
  /// The actions in order.
  var actions: [RecipeAction] = []

  /// The goals of groups.
  enum Goal: String, Sendable, Hashable, CaseIterable {
    /// Find the wallpaper.
    case number
    /// Set the lock screen.
    case lock
    /// Set the home screen.
    case home
    /// Report that the shortcut is done.
    case finish
  }
}

/// An action of the Shortcuts app with all of its settings.
package struct RecipeAction: Sendable, Hashable {
  /// The position in the shortcut, starting at 1.
  package let number: Int
  package let kind: Kind
  /// The nesting depth in conditions.
  package let depth: Int
  /// The settings in the order that the app uses.
  package let settings: [RecipeSetting]
  /// An explanation of the action, if any.
  package let note: RecipeNote?

  /// Actions of the Shortcuts app.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Get All Wallpapers (`is.workflow.actions.posters.get`), since iOS 16.2.
    case wallpapers
    /// Get Item from List (`is.workflow.actions.getitemfromlist`).
    case item
    /// Get Contents of Folder (`is.workflow.actions.file.getfoldercontents`).
    case folder
    /// Get Contents of URL (`is.workflow.actions.downloadurl`).
    case fetch
    /// If (`is.workflow.actions.conditional`).
    case condition = "if"
    /// Otherwise, the other branch of an If.
    case otherwise
    /// The end of an If.
    case end
    /// Set Wallpaper Photo (`is.workflow.actions.wallpaper.set`).
    case set
    /// Show Notification (`is.workflow.actions.notification`).
    case notify
    /// Stop This Shortcut (`is.workflow.actions.exit`).
    case stop
  }
}

/// A setting of an action.
package struct RecipeSetting: Sendable, Hashable {
  /// The field or switch.
  package let key: Key
  /// The value of the field or switch.
  package let value: Value
  /// The reason for the value, if any.
  package var note: RecipeNote?

  init(_ key: Key, _ value: Value, note: RecipeNote? = nil) {
    (self.key, self.value, self.note) = (key, value, note)
  }

  /// The fields and switches of actions.
  package enum Key: String, Sendable, Hashable, CaseIterable {
    case type, which, index, list, folder, recursive, input, condition, wallpaper, image, screens
    case preview, crop, blur, zoom, body, title, sound, attachment, url, method, headers
  }

  /// A field value.
  package enum Value: Sendable, Hashable {
    /// A choice offered by the app.
    case word(Word)
    /// The wallpaper number, starting at 1; nil if it differs between several shortcuts.
    case number(Int?)
    /// A folder name.
    case folder(String)
    /// Text that the user types.
    case typed(Typed)
    /// The result of an earlier action.
    case result(RecipeResult)
  }

  /// Choices offered by the app.
  package enum Word: String, Sendable, Hashable, CaseIterable {
    case all, index, first, off, any, lock, home, get, nothing
    /// A switch that exists only in some versions.
    case offWhereShown = "off-where-shown"
  }

  /// Texts that the user types.
  package enum Typed: String, Sendable, Hashable, CaseIterable {
    /// The notification that the picture was set.
    case done
    /// The notification that there is no picture.
    case empty
    /// The URL of a lock screen.
    case lock
    /// The URL of a home screen.
    case home
  }
}

/// The result of an action, as an input for later actions.
package struct RecipeResult: Sendable, Hashable {
  /// The action number.
  package let action: Int
  /// The action kind, which determines the name of the result in the app.
  package let kind: RecipeAction.Kind

  package init(action: Int, kind: RecipeAction.Kind) {
    (self.action, self.kind) = (action, kind)
  }
}

/// An explanation of a setting, shown at its first use.
package enum RecipeNote: String, Sendable, Hashable, CaseIterable {
  case index, set, wallpaper, screens, preview, crop, blur, zoom, folder, picture, sound, end, url
  case condition = "if"
}
