// X25519 from nettle's libhogweed, which is loaded on first use, because only a service that stores
// people needs it.
#ifndef WALLFARM_CURVE_H
#define WALLFARM_CURVE_H

#include <stdint.h>

/// Computes the public key of a private key (RFC 7748, section 6.1).
///
/// Returns 0, or -1 if the library is not installed.
int wallfarm_curve_public_key(uint8_t public_key[32], const uint8_t private_key[32]);

/// Computes the secret that two keys share (RFC 7748, section 6.1).
///
/// Returns 0, or -1 if the library is not installed.
int wallfarm_curve_secret(uint8_t secret[32], const uint8_t private_key[32],
                          const uint8_t public_key[32]);

#endif
