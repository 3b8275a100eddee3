// Provides locale data through ICU. The libraries are opened on first use, because their data takes
// 30 MB and most pictures have no date. ICU's function names contain its version, so the library
// and the header must have the same version.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Error statuses.
enum { wallfarm_icu_missing = -1, wallfarm_icu_failed = -2 };

// All strings are zero-terminated UTF-8. `locale` is a BCP 47 tag such as "ar-EG".

// The ICU version, such as "72.1"; does not open ICU.
const char *wallfarm_icu_version(void);

// Formats a number of days as a number and a unit, such as "12" and "days". The number is empty if
// the language expresses both in a single word, such as the Arabic dual. Returns 0 or an error
// status.
int wallfarm_icu_days(const char *locale, int64_t count, char number[64], char unit[128]);

// Formats a day and time with a skeleton (UTS 35), such as "EEEEdMMMM" or "jmm". `seconds` is local
// time in seconds since 1 January 1970.
int wallfarm_icu_moment(const char *locale, const char *skeleton, int64_t seconds, char text[256]);

// Formats a range of days without repeating common parts: "12 – 20 July 2025".
int wallfarm_icu_interval(const char *locale, const char *skeleton, int64_t first, int64_t last,
                          char text[256]);

// Formats a number with an ICU number skeleton, such as ".## sign-negative".
int wallfarm_icu_number(const char *locale, const char *skeleton, double value, char text[128]);

// Formats a relative day: "today", "tomorrow" and so on.
int wallfarm_icu_relative_day(const char *locale, int days, char text[128]);

// Finds line break opportunities (UAX 14) or word boundaries (UAX 29) with ICU's dictionaries: sets
// `begins[i]` to 1 for each byte of `text` that directly follows a boundary. `locale` is an ICU
// locale, such as "ja@lw=phrase". Returns 0 or an error status.
enum { wallfarm_icu_lines, wallfarm_icu_words };
int wallfarm_icu_breaks(const char *locale, int kind, const char *text, int64_t length,
                        uint8_t *begins);

// Returns the first day of the week, from 1 (Monday) to 7 (Sunday), or an error status.
int wallfarm_icu_first_weekday(const char *locale);

// Finds the month or year that is `ahead` months or years after the one that contains `day`, in the
// calendar of the language. Sets `first` to its first day and `count` to its number of days; `day`
// and `first` are days since 1 January 1970. Returns 1 on success, or a negative status on failure.
// Returns 0 and sets nothing if the calendar has Gregorian months and years.
enum { wallfarm_icu_month, wallfarm_icu_year };
int wallfarm_icu_span(const char *locale, int unit, int64_t day, int32_t ahead, int64_t *first,
                      int32_t *count);

// Finds the name that the time zone database uses for a Windows time zone, such as "W. Europe
// Standard Time". Returns 1, 0 if the Windows name is unknown, or an error status.
int wallfarm_icu_zone_of_windows(const char *windows, char name[128]);

// Whether the language is written from right to left: 1, 0 or an error status.
int wallfarm_icu_right_to_left(const char *locale);
