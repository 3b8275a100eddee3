/// A group of actions in a recipe that have a common goal.
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
  /// The number of conditions (If actions) that contain this action.
  package let depth: Int
  /// The settings, in the same order as in the app.
  package let settings: [RecipeSetting]
  /// An explanation of the action, if any.
  package let note: RecipeNote?

  /// The kinds of actions in the Shortcuts app that recipes use.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Get All Wallpapers (`is.workflow.actions.posters.get`), available since iOS 16.2.
    case wallpapers
    /// Get Item from List (`is.workflow.actions.getitemfromlist`).
    case item
    /// Get Contents of Folder (`is.workflow.actions.file.getfoldercontents`).
    case folder
    /// Get Contents of URL (`is.workflow.actions.downloadurl`).
    case fetch
    /// If (`is.workflow.actions.conditional`).
    case condition = "if"
    /// Otherwise, which begins the other branch of an If.
    case otherwise
    /// End If, which ends an If.
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

  /// The fields and switches that actions have.
  package enum Key: String, Sendable, Hashable, CaseIterable {
    case type, which, index, list, folder, recursive, input, condition, wallpaper, image, screens
    case preview, crop, blur, zoom, body, title, sound, attachment, url, method, headers
  }

  /// A field value.
  package enum Value: Sendable, Hashable {
    /// A choice that the app offers.
    case word(Word)
    /// The wallpaper number, starting at 1.
    ///
    /// It is nil in a recipe for several shortcuts, because each shortcut uses a different number.
    case number(Int?)
    /// A folder name.
    case folder(String)
    /// Text that the user types.
    case typed(Typed)
    /// The result of an earlier action.
    case result(RecipeResult)
  }

  /// The choices that the app offers.
  package enum Word: String, Sendable, Hashable, CaseIterable {
    case all, index, first, off, any, lock, home, get, nothing
    /// Off, for a switch that exists only in some versions of the app.
    case offWhereShown = "off-where-shown"
  }

  /// Texts that the user types.
  package enum Typed: String, Sendable, Hashable, CaseIterable {
    /// The text of the notification that the picture was set.
    case done
    /// The text of the notification shown when there is no picture.
    case empty
    /// The URL of a lock screen.
    case lock
    /// The URL of a home screen.
    case home
  }
}

/// The result of an action, which can be an input of later actions.
package struct RecipeResult: Sendable, Hashable {
  /// The action number.
  package let action: Int
  /// The action kind, which determines the name of the result in the app.
  package let kind: RecipeAction.Kind

  package init(action: Int, kind: RecipeAction.Kind) {
    (self.action, self.kind) = (action, kind)
  }
}

/// An explanation of an action or a setting; a recipe shows it only at its first use.
package enum RecipeNote: String, Sendable, Hashable, CaseIterable {
  case index, set, wallpaper, screens, preview, crop, blur, zoom, folder, picture, sound, end, url
  case condition = "if"
}
