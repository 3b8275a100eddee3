#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

// The library names this size with a macro of macros, which Swift does not see.
static const unsigned int wallfarm_isal_level3_size = ISAL_DEF_LVL3_DEFAULT;
