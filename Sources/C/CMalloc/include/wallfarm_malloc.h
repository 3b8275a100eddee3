// No functions: linking this library into a program counts its failed allocations.
