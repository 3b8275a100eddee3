#include <wallfarm_plugin.h>
