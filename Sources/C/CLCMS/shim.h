#include <lcms2.h>

// Pixel formats are nested macros, which Swift cannot import.
static const unsigned int wallfarm_lcms_bgra_premultiplied = TYPE_BGRA_8_PREMUL;
static const unsigned int wallfarm_lcms_bgra = TYPE_BGRA_8;
static const unsigned int wallfarm_lcms_bgra_16 = TYPE_BGRA_16;
static const unsigned int wallfarm_lcms_gray_16 = TYPE_GRAY_16;
static const unsigned int wallfarm_lcms_cmyk = TYPE_CMYK_8;
static const unsigned int wallfarm_lcms_cmyk_inverted = TYPE_CMYK_8_REV;
