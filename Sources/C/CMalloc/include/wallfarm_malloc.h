// Declares no functions: linking this library into a program is enough to count its failed
// allocations.
