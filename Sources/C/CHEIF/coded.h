// Parts that both decoders share.
#pragma once
#include "wallfarm_heif.h"

// Writes a sentence and returns -1.
int wallfarm_coded_refuse(char message[256], const char *text);

// Returns 0 for a picture whose pixels can be converted, or -1 with a sentence.
int wallfarm_check_coded(const wallfarm_coded *picture, char message[256]);

// Makes a picture the owner of its decoder's memory; frees that memory and returns -1 where it cannot.
int wallfarm_own(wallfarm_coded *picture, void *memory, void (*release)(void *), char message[256]);
