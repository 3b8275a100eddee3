// Nothing to call: a program that this is linked into counts the requests for memory that fail.
