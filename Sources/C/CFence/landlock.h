#ifndef WALLFARM_LANDLOCK_H
#define WALLFARM_LANDLOCK_H

/// The Landlock ABI version of the kernel; 0 if it is not supported.
int wallfarm_landlock_version(void);

#endif
