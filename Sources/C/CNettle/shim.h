#include <nettle/chacha-poly1305.h>
#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <nettle/umac.h>
