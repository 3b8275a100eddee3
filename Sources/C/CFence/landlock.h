#ifndef WALLFARM_LANDLOCK_H
#define WALLFARM_LANDLOCK_H

/// The version of landlock that this kernel has; 0 where it has none.
int wallfarm_landlock_version(void);

#endif
