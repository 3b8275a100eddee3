#include <zip.h>
#include <unzip.h>
