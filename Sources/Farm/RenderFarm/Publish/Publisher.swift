import Digests
package import RenderPool
import Requests
import Stores
package import WallfarmCore
package import WallfarmPluginKit

/// Renders the pictures of people and publishes those that have changed.
///
/// The record of the published pictures lists a picture before it is written, so that a picture of
/// an interrupted run is also found and removed later.
package final class Publisher {
  /// Renders requests; returns the result of each of them.
  package typealias Render =
    ([RenderRequest]) throws(RenderError) -> [Result<RenderedPicture, RenderError>]

  private let file: PeopleFile
  private let planner: PublishPlanner
  private let names: PublishNames
  private let check: Int
  private let target: any PublishTarget
  private var state: PublishedState
  /// The recorded pictures of the output, by path.
  private var published: [String: PublishedState.Picture]
  private let render: Render
  private var report = PublishReport()
  private var items: [Item] = []
  /// The paths of pictures that could not be planned, which stay.
  private var unplanned: Set<String> = []
  /// The pseudonyms of people whose descriptions are invalid; their pictures stay.
  private var broken: Set<String> = []
  private var moment: Moment { planner.moment }

  /// The number of pictures that are rendered before they are written; they are in memory.
  private static let groupSize = 48

  /// A planned picture with its place in the report.
  private struct Item {
    let person: Int
    let picture: Int
    let pseudonym: String
    let path: String
    let plan: PlannedPublication
  }

  /// Creates a publisher.
  ///
  /// - Parameters:
  ///   - file: The people.
  ///   - planner: The planner of their pictures.
  ///   - key: The key from which addresses are derived.
  ///   - target: The output.
  ///   - state: The record of earlier runs, which the caller has locked.
  ///   - render: Renders pictures.
  package init(
    _ file: PeopleFile, _ planner: PublishPlanner, key: SecretKey, to target: any PublishTarget,
    state: PublishedState, render: @escaping Render
  ) {
    (self.file, self.planner, self.target) = (file, planner, target)
    (self.state, self.render) = (state, render)
    (names, check) = (PublishNames(key), key.check)
    published = state.targets[target.address]?.pictures ?? [:]
  }

  /// Publishes the pictures; call this method only once.
  ///
  /// - Returns: The state of all pictures; errors of single people are in it.
  /// - Throws: An error that prevents all pictures from being published, such as a store that does
  ///   not respond. Pictures that were written before stay.
  package func run() throws(RenderError) -> PublishReport {
    try target.prepare()
    for person in file.people { plan(person) }
    let listed = Set(items.map(\.path)).union(unplanned)
    let stale = published.filter { !listed.contains($0.key) && !broken.contains($0.value.person) }
    for item in items where published[item.path] == nil {
      published[item.path] = PublishedState.Picture(person: item.pseudonym)
    }
    try save()
    var changed: [Item] = []
    for item in items where try !isCurrent(item) { changed.append(item) }
    for start in stride(from: 0, to: changed.count, by: Publisher.groupSize) {
      try publish(Array(changed[start..<min(start + Publisher.groupSize, changed.count)]))
    }
    for path in stale.keys.sorted() { try remove(path) }
    if !stale.isEmpty { try save() }
    return report
  }

  private func save() throws(RenderError) {
    state.targets[target.address] = PublishedState.Target(key: check, pictures: published)
    try state.save()
  }

  // MARK: - Planning

  /// Adds a person to the report, and the pictures to the items.
  private func plan(_ person: PeopleFile.Person) {
    var entry = PublishReport.Person(id: person.id, folder: names.folder(of: person), pictures: [])
    let pseudonym = names.pseudonym(of: person)
    switch person.description {
    case .failure(let error):
      broken.insert(pseudonym)
      entry.errors = [error]
    case .success(let description):
      for (display, plan) in planner.pictures(of: description) {
        let path = names.path(of: display, for: person)
        var picture = PublishReport.Picture(
          name: "\(display.name).\(PublishNames.format.rawValue)", state: .missing)
        switch plan {
        case .failure(let errors):
          unplanned.insert(path)
          picture.state = stateOfUnrendered(path)
          // The screens of a person share their content, so report its errors once.
          picture.errors = errors.all.filter { error in
            !entry.pictures.contains { $0.errors.contains(error) }
          }
        case .success(let plan):
          picture.zone = plan.zone
          items.append(
            Item(
              person: report.people.count, picture: entry.pictures.count, pseudonym: pseudonym,
              path: path, plan: plan))
        }
        entry.pictures.append(picture)
      }
    }
    report.people.append(entry)
  }

  /// The state of a picture that could not be rendered.
  private func stateOfUnrendered(_ path: String) -> PublishReport.State {
    published[path].map { !$0.sha256.isEmpty } == true ? .kept : .missing
  }

  // MARK: - Publishing

  /// Whether a picture is published and current; records errors of the output.
  private func isCurrent(_ item: Item) throws(RenderError) -> Bool {
    guard let picture = published[item.path], picture.isCurrent(item.plan, at: moment) else {
      return false
    }
    var isThere = false
    try attempt(item) { () throws(RenderError) in
      isThere = try target.digest(of: item.path) == picture.sha256
    }
    if isThere { set(item, .unchanged, expires: picture.expires) }
    return isThere
  }

  private func publish(_ items: [Item]) throws(RenderError) {
    for (item, result) in zip(items, try render(items.map(\.plan.request))) {
      try attempt(item) { () throws(RenderError) in
        do throws(RenderError) {
          try put(try result.get(), item)
        } catch {
          throw item.plan.file.located(error)
        }
      }
    }
    try save()
  }

  private func put(_ picture: RenderedPicture, _ item: Item) throws(RenderError) {
    let sha256 = SHA256.hex(of: picture.bytes)
    let isThere = try target.digest(of: item.path) == sha256
    if !isThere { try target.put(picture.bytes, sha256: sha256, as: item.path) }
    published[item.path] = PublishedState.Picture(
      person: item.pseudonym, digest: item.plan.digest, lasting: item.plan.lasting,
      sha256: sha256, made: moment, expires: picture.expires)
    report.people[item.person].pictures[item.picture].warnings = picture.warnings
    set(item, isThere ? .unchanged : .written, expires: picture.expires)
  }

  /// Runs `body`, and records an error that concerns only one picture.
  ///
  /// - Throws: An error of an object store, which would also occur for the next picture.
  private func attempt(
    _ item: Item, _ body: () throws(RenderError) -> Void
  ) throws(RenderError) {
    do throws(RenderError) {
      try body()
    } catch {
      if Publisher.isOfStore(error) { throw error }
      report.people[item.person].pictures[item.picture].errors = [error]
      set(item, stateOfUnrendered(item.path))
    }
  }

  private static func isOfStore(_ error: RenderError) -> Bool {
    [.storeUnreachable, .storeRefused].contains(error.code)
  }

  private func set(_ item: Item, _ state: PublishReport.State, expires: Moment? = nil) {
    report.people[item.person].pictures[item.picture].state = state
    report.people[item.person].pictures[item.picture].expires = expires
    report.runAgain(before: expires, after: moment)
    report.runAgain(before: item.plan.refresh, after: moment)
  }

  private func remove(_ path: String) throws(RenderError) {
    do throws(RenderError) {
      try target.remove(path)
      published[path] = nil
      report.removed += 1
    } catch {
      if Publisher.isOfStore(error) { throw error }
      report.problems.append(error)
    }
  }
}
