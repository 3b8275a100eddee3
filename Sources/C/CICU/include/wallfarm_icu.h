// Words of languages through ICU, which is opened when the first such word is needed: its data are 30 MB, and
// most pictures have no date. Its functions have the number of its version in their names, so nothing of it
// can be called without a header of the same version.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Why there is no answer.
enum { wallfarm_icu_missing = -1, wallfarm_icu_failed = -2 };

// Everything is UTF-8 that ends with 0. `locale` is a BCP 47 tag such as "ar-EG".

// The version whose words they are, such as "72.1"; nothing is opened for it.
const char *wallfarm_icu_version(void);

// A number of days: "12" and "days". One of the two may be empty, where a language has a word for both, such as
// the Arabic dual. Returns 0, or why not.
int wallfarm_icu_days(const char *locale, int64_t count, char number[64], char unit[128]);

// Day and time with the words of a skeleton (UTS 35), such as "EEEEdMMMM" and "jmm"; `seconds` since 1 January
// 1970 by the clocks that are meant, whatever their zone.
int wallfarm_icu_moment(const char *locale, const char *skeleton, int64_t seconds, char text[256]);

// The days from one to another, what they have in common said once: "12 – 20 July 2025".
int wallfarm_icu_interval(const char *locale, const char *skeleton, int64_t first, int64_t last,
                          char text[256]);

// A number in the form of a number skeleton of ICU, such as ".## sign-negative".
int wallfarm_icu_number(const char *locale, const char *skeleton, double value, char text[128]);

// "today", "tomorrow" and so on: days from now.
int wallfarm_icu_relative_day(const char *locale, int days, char text[128]);

// Where lines may end (UAX 14), or words do (UAX 29), with the dictionaries that ICU has: `begins[i]` becomes 1 for
// each byte of `text` that begins another one. `locale` is an ICU locale, such as "ja@lw=phrase". Returns 0, or why
// not.
enum { wallfarm_icu_lines, wallfarm_icu_words };
int wallfarm_icu_breaks(const char *locale, int kind, const char *text, int64_t length,
                        uint8_t *begins);

// The day on which a week begins, 1 for Monday to 7 for Sunday, or less than 0: why not.
int wallfarm_icu_first_weekday(const char *locale);

// Finds the first day and the number of days of the month or year of `day` (days since 1 January 1970), or of the one
// `ahead` months or years later, in the calendar of the language. Returns 1; 0 if the calendar has Gregorian months and
// years, without setting `first` and `count`; or a negative status.
enum { wallfarm_icu_month, wallfarm_icu_year };
int wallfarm_icu_span(const char *locale, int unit, int64_t day, int32_t ahead, int64_t *first,
                      int32_t *count);

// The name in the zone database of a zone that Windows names, such as "W. Europe Standard Time"; 1, 0 for a name
// that it does not have, or less than 0.
int wallfarm_icu_zone_of_windows(const char *windows, char name[128]);

// Whether the language is written from right to left: 1 or 0, or less than 0: why not.
int wallfarm_icu_right_to_left(const char *locale);
