// Plugins throw and catch errors: one import gives them the kit and its errors.
@_exported public import Diagnostics
