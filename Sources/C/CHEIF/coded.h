// Functions that the HEVC and AV1 decoders share.
#pragma once
#include "wallfarm_heif.h"

// Sets an error message and returns -1.
int wallfarm_coded_refuse(char message[256], const char *text);

// Returns 0 if the pixels can be converted, or -1 with an error message.
int wallfarm_check_coded(const wallfarm_coded *picture, char message[256]);

// Transfers ownership of the decoder's memory to the picture. On failure, frees the memory and
// returns -1.
int wallfarm_own(wallfarm_coded *picture, void *memory, void (*release)(void *), char message[256]);
