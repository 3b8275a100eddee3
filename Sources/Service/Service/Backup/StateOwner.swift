internal import Files
internal import Glibc
import WallfarmPluginKit

/// The user who owns a state folder.
///
/// The administrator can create a backup of a service that runs as another user. Everything in the
/// state folder is then done with the rights of its owner, because the service could have replaced
/// a file with a link to a file that only the administrator may read or delete.
struct StateOwner {
  let user: uid_t
  private let group: gid_t

  /// Finds the owner of a folder.
  ///
  /// - Throws: `backup-failed` if the folder does not exist.
  init(of folder: String) throws(RenderError) {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw .backupFailed(folder, errno) }
    (user, group) = (status.st_uid, status.st_gid)
  }

  /// Runs a closure with the rights of the owner; only the administrator can change them.
  ///
  /// The process must not use files on other threads meanwhile.
  ///
  /// - Throws: `backup-failed` if the rights cannot be changed, and the error of the closure.
  func act<Value>(_ body: () throws(RenderError) -> Value) throws(RenderError) -> Value {
    let own = (user: geteuid(), group: getegid())
    guard own.user == 0, user != 0 else { return try body() }
    var groups = [gid_t](repeating: 0, count: max(1, Int(getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    var last = group
    guard count >= 0, setgroups(1, &last) == 0, setegid(group) == 0, seteuid(user) == 0 else {
      let reason = SystemError.message(errno)
      restore(own, groups, count)
      throw .backupFailed(
        "the rights of the owner of the state cannot be used: \(reason)", origin: .option("to"),
        hint: "run the command as the user of the service")
    }
    defer { restore(own, groups, count) }
    return try body()
  }

  private func restore(_ own: (user: uid_t, group: gid_t), _ groups: [gid_t], _ count: Int32) {
    // The saved user ID still is that of the administrator, so these calls succeed.
    guard seteuid(own.user) == 0, setegid(own.group) == 0,
      setgroups(Int(max(0, count)), groups) == 0
    else { preconditionFailure("the rights of the administrator cannot be restored") }
  }
}
