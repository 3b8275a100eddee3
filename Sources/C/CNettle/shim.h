#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <nettle/umac.h>
