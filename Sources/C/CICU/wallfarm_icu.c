#include "wallfarm_icu.h"

#include <dlfcn.h>
#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/udateintervalformat.h>
#include <unicode/udatpg.h>
#include <unicode/ufieldpositer.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/unumberformatter.h>
#include <unicode/ureldatefmt.h>
#include <unicode/ustring.h>
#include <unicode/utext.h>
#include <unicode/uvernum.h>

// The functions that this file uses: FORMATTING lists those in libicui18n, and COMMON those in
// libicuuc.
#define FORMATTING(use)                                                                      \
  use(unumf_openForSkeletonAndLocale) use(unumf_openResult) use(unumf_formatInt)             \
  use(unumf_formatDouble)                                                                    \
  use(unumf_resultToString) use(unumf_resultGetAllFieldPositions) use(unumf_closeResult)     \
  use(unumf_close) use(udatpg_open) use(udatpg_getBestPattern) use(udatpg_close)             \
  use(udtitvfmt_open) use(udtitvfmt_format) use(udtitvfmt_close)                             \
  use(udat_open) use(udat_format) use(udat_close) use(ureldatefmt_open)                      \
  use(ureldatefmt_format) use(ureldatefmt_close) use(ucal_open) use(ucal_getAttribute)       \
  use(ucal_close) use(ucal_getType) use(ucal_setMillis) use(ucal_get) use(ucal_add)          \
  use(ucal_getMillis) use(ucal_getTimeZoneIDForWindowsID) use(ufieldpositer_open)                \
  use(ufieldpositer_next) use(ufieldpositer_close)
#define COMMON(use)                                                                          \
  use(uloc_forLanguageTag) use(uloc_setDefault) use(uloc_isRightToLeft) use(u_strToUTF8)     \
  use(u_uastrcpy) use(utext_openUTF8) use(utext_close) use(ubrk_open) use(ubrk_setUText)           \
  use(ubrk_next) use(ubrk_close)

#define MEMBER(name) __typeof__(&name) name;
typedef struct {
  FORMATTING(MEMBER) COMMON(MEMBER)
} library;

// The names of symbols with the version suffix of the header, such as unumf_close_72.
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

// Opens the libraries; dlopen counts references, so repeated calls are cheap and no handle is kept.
//
// The dependencies are opened first, because the dynamic linker uses libraries that are already
// open. It would not find them by itself in a relocatable archive, where ICU is next to the
// program, because the program's search path does not apply to a library's dependencies.
static int load(library *icu) {
  (void)dlopen("libicudata.so." U_ICU_VERSION_SHORT, RTLD_NOW | RTLD_LOCAL);
  void *uc = dlopen("libicuuc.so." U_ICU_VERSION_SHORT, RTLD_NOW | RTLD_LOCAL);
  void *i18n = dlopen("libicui18n.so." U_ICU_VERSION_SHORT, RTLD_NOW | RTLD_LOCAL);
  if (i18n == NULL || uc == NULL) return wallfarm_icu_missing;
#define FIND(name, handle) \
  if ((icu->name = (__typeof__(&name))dlsym(handle, TEXT(name))) == NULL) \
    return wallfarm_icu_missing;
#define FIND_FORMATTING(name) FIND(name, i18n)
#define FIND_COMMON(name) FIND(name, uc)
  FORMATTING(FIND_FORMATTING)
  COMMON(FIND_COMMON)
  // If data is missing, ICU would otherwise fall back to the machine's language.
  UErrorCode status = U_ZERO_ERROR;
  icu->uloc_setDefault("en", &status);
  return U_FAILURE(status) ? wallfarm_icu_missing : 0;
}

// Converts a tag to an ICU locale, or to English if the tag is unknown or too long. The calendar is
// Gregorian unless the tag specifies another one, as in fa-u-ca-persian.
static void name_of(const library *icu, const char *tag, char name[128]) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t parsed = 0;
  const char *gregorian = "calendar=gregorian";
  icu->uloc_forLanguageTag(tag, name, 100, &parsed, &status);
  if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING || parsed == 0)
    strcpy(name, "en");
  if (strstr(name, "calendar=") != NULL) return;
  strcat(name, strchr(name, '@') == NULL ? "@" : ";");
  strcat(name, gregorian);
}

// Opens the libraries, and converts a tag to a locale.
static int begin(const char *tag, library *icu, char name[128]) {
  if (load(icu) != 0) return wallfarm_icu_missing;
  name_of(icu, tag, name);
  return 0;
}

// Writes part of a string as UTF-8, without leading and trailing blanks.
static int write(const library *icu, const UChar *text, int32_t start, int32_t end, char *result,
                 int32_t size) {
  UErrorCode status = U_ZERO_ERROR;
  while (start < end && (text[start] == ' ' || text[start] == 0xA0 || text[start] == 0x202F))
    start++;
  while (end > start && (text[end - 1] == ' ' || text[end - 1] == 0xA0 || text[end - 1] == 0x202F))
    end--;
  icu->u_strToUTF8(result, size, NULL, text + start, end - start, &status);
  return U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING ? wallfarm_icu_failed : 0;
}

// Splits a formatted number into its digits and the unit before or after them. If there is text on
// both sides, which is not the case in any tested language, the whole text becomes the unit.
static int split(const library *icu, const UFormattedNumber *found, const UChar *text,
                 int32_t length, char number[64], char unit[128]) {
  UErrorCode status = U_ZERO_ERROR;
  UFieldPositionIterator *fields = icu->ufieldpositer_open(&status);
  icu->unumf_resultGetAllFieldPositions(found, fields, &status);
  int32_t first = -1, last = -1, start = 0, end = 0, field;
  while (U_SUCCESS(status) && (field = icu->ufieldpositer_next(fields, &start, &end)) >= 0) {
    if (field != UNUM_INTEGER_FIELD && field != UNUM_GROUPING_SEPARATOR_FIELD &&
        field != UNUM_SIGN_FIELD)
      continue;
    if (first < 0 || start < first) first = start;
    if (end > last) last = end;
  }
  if (fields != NULL) icu->ufieldpositer_close(fields);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  number[0] = 0;
  if (first < 0) return write(icu, text, 0, length, unit, 128);
  if (write(icu, text, first, last, number, 64) != 0) return wallfarm_icu_failed;
  if (first == 0) return write(icu, text, last, length, unit, 128);
  if (last == length) return write(icu, text, 0, first, unit, 128);
  number[0] = 0;
  return write(icu, text, 0, length, unit, 128);
}

const char *wallfarm_icu_version(void) { return U_ICU_VERSION; }

int wallfarm_icu_days(const char *locale, int64_t count, char number[64], char unit[128]) {
  library icu;
  char name[128];
  if (begin(locale, &icu, name) != 0) return wallfarm_icu_missing;
  UErrorCode status = U_ZERO_ERROR;
  UChar skeleton[64];
  icu.u_uastrcpy(skeleton, "measure-unit/duration-day unit-width-full-name");
  UNumberFormatter *formatter =
      icu.unumf_openForSkeletonAndLocale(skeleton, -1, name, &status);
  UFormattedNumber *found = icu.unumf_openResult(&status);
  int result = wallfarm_icu_failed;
  UChar text[256];
  if (U_SUCCESS(status)) icu.unumf_formatInt(formatter, count, found, &status);
  int32_t length = U_SUCCESS(status) ? icu.unumf_resultToString(found, text, 256, &status) : 0;
  if (U_SUCCESS(status)) result = split(&icu, found, text, length, number, unit);
  if (found != NULL) icu.unumf_closeResult(found);
  if (formatter != NULL) icu.unumf_close(formatter);
  return result;
}

int wallfarm_icu_number(const char *locale, const char *skeleton, double value, char text[128]) {
  library icu;
  char name[128];
  if (begin(locale, &icu, name) != 0) return wallfarm_icu_missing;
  UErrorCode status = U_ZERO_ERROR;
  UChar words[128], found[128];
  if (strlen(skeleton) >= 128) return wallfarm_icu_failed;
  icu.u_uastrcpy(words, skeleton);
  UNumberFormatter *formatter = icu.unumf_openForSkeletonAndLocale(words, -1, name, &status);
  UFormattedNumber *number = icu.unumf_openResult(&status);
  if (U_SUCCESS(status)) icu.unumf_formatDouble(formatter, value, number, &status);
  int32_t length = U_SUCCESS(status) ? icu.unumf_resultToString(number, found, 128, &status) : 0;
  if (number != NULL) icu.unumf_closeResult(number);
  if (formatter != NULL) icu.unumf_close(formatter);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  return write(&icu, found, 0, length, text, 128);
}

int wallfarm_icu_moment(const char *locale, const char *skeleton, int64_t seconds, char text[256]) {
  library icu;
  char name[128];
  if (begin(locale, &icu, name) != 0) return wallfarm_icu_missing;
  UErrorCode status = U_ZERO_ERROR;
  UChar words[64], pattern[128], zone[8], found[256];
  if (strlen(skeleton) >= 64) return wallfarm_icu_failed;
  icu.u_uastrcpy(words, skeleton);
  icu.u_uastrcpy(zone, "UTC");
  UDateTimePatternGenerator *patterns = icu.udatpg_open(name, &status);
  int32_t length = U_SUCCESS(status)
                       ? icu.udatpg_getBestPattern(patterns, words, -1, pattern, 128, &status)
                       : 0;
  if (patterns != NULL) icu.udatpg_close(patterns);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  UDateFormat *format =
      icu.udat_open(UDAT_PATTERN, UDAT_PATTERN, name, zone, -1, pattern, length, &status);
  length = U_SUCCESS(status)
               ? icu.udat_format(format, (double)seconds * 1000.0, found, 256, NULL, &status)
               : 0;
  if (format != NULL) icu.udat_close(format);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  return write(&icu, found, 0, length, text, 256);
}

int wallfarm_icu_interval(const char *locale, const char *skeleton, int64_t first, int64_t last,
                          char text[256]) {
  library icu;
  char name[128];
  if (begin(locale, &icu, name) != 0) return wallfarm_icu_missing;
  UErrorCode status = U_ZERO_ERROR;
  UChar words[64], zone[8], found[256];
  if (strlen(skeleton) >= 64) return wallfarm_icu_failed;
  icu.u_uastrcpy(words, skeleton);
  icu.u_uastrcpy(zone, "UTC");
  UDateIntervalFormat *format = icu.udtitvfmt_open(name, words, -1, zone, -1, &status);
  int32_t length = U_SUCCESS(status)
                       ? icu.udtitvfmt_format(format, (double)first * 1000.0, (double)last * 1000.0,
                                              found, 256, NULL, &status)
                       : 0;
  if (format != NULL) icu.udtitvfmt_close(format);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  return write(&icu, found, 0, length, text, 256);
}

int wallfarm_icu_relative_day(const char *locale, int days, char text[128]) {
  library icu;
  char name[128];
  if (begin(locale, &icu, name) != 0) return wallfarm_icu_missing;
  UErrorCode status = U_ZERO_ERROR;
  UChar found[128];
  URelativeDateTimeFormatter *format = icu.ureldatefmt_open(
      name, NULL, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_FOR_STANDALONE, &status);
  int32_t length = U_SUCCESS(status) ? icu.ureldatefmt_format(format, days, UDAT_REL_UNIT_DAY,
                                                                found, 128, &status)
                                     : 0;
  if (format != NULL) icu.ureldatefmt_close(format);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  return write(&icu, found, 0, length, text, 128);
}

int wallfarm_icu_first_weekday(const char *locale) {
  library icu;
  char name[128];
  if (begin(locale, &icu, name) != 0) return wallfarm_icu_missing;
  UErrorCode status = U_ZERO_ERROR;
  UChar zone[8];
  icu.u_uastrcpy(zone, "UTC");
  UCalendar *calendar = icu.ucal_open(zone, -1, name, UCAL_DEFAULT, &status);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  // ICU numbers the days of the week starting with 1 for Sunday.
  int first = icu.ucal_getAttribute(calendar, UCAL_FIRST_DAY_OF_WEEK);
  icu.ucal_close(calendar);
  return (first + 5) % 7 + 1;
}

// Whether a calendar has the months and years of the Gregorian calendar. The caller computes these
// months and years itself, because ICU switches to the Julian calendar before 1582.
static int has_gregorian_months(const char *type) {
  static const char *const types[] = {"gregorian", "iso8601", "buddhist", "japanese", "roc"};
  for (size_t index = 0; index < sizeof types / sizeof *types; index++) {
    if (strcmp(type, types[index]) == 0) return 1;
  }
  return 0;
}

static const double day_length = 86400000.0;

// Returns the number of a day in its month or year, from 1.
static int32_t number_in(const library *icu, UCalendar *calendar, UCalendarDateFields field,
                         int64_t day, UErrorCode *status) {
  icu->ucal_setMillis(calendar, (double)day * day_length, status);
  return U_SUCCESS(*status) ? icu->ucal_get(calendar, field, status) : 1;
}

int wallfarm_icu_span(const char *locale, int unit, int64_t day, int32_t ahead, int64_t *first,
                      int32_t *count) {
  library icu;
  char name[128];
  if (begin(locale, &icu, name) != 0) return wallfarm_icu_missing;
  UErrorCode status = U_ZERO_ERROR;
  UChar zone[8];
  icu.u_uastrcpy(zone, "UTC");
  UCalendar *calendar = icu.ucal_open(zone, -1, name, UCAL_DEFAULT, &status);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  const char *type = icu.ucal_getType(calendar, &status);
  int result = wallfarm_icu_failed;
  if (U_SUCCESS(status) && has_gregorian_months(type)) {
    result = 0;
  } else if (U_SUCCESS(status)) {
    int is_month = unit == wallfarm_icu_month;
    UCalendarDateFields within = is_month ? UCAL_DAY_OF_MONTH : UCAL_DAY_OF_YEAR;
    int64_t start = day - (number_in(&icu, calendar, within, day, &status) - 1);
    if (ahead != 0) {
      number_in(&icu, calendar, within, start, &status);
      icu.ucal_add(calendar, is_month ? UCAL_MONTH : UCAL_YEAR, ahead, &status);
      double found = U_SUCCESS(status) ? icu.ucal_getMillis(calendar, &status) : 0;
      // In UTC, every day begins at a multiple of the day length.
      start = (int64_t)(found / day_length);
      start -= number_in(&icu, calendar, within, start, &status) - 1;
    }
    // Count the days, because some versions of ICU report wrong lengths in leap years.
    int32_t length = is_month ? 5 : 353, longest = is_month ? 32 : 386;
    while (length < longest && U_SUCCESS(status) &&
           number_in(&icu, calendar, within, start + length, &status) != 1)
      length++;
    if (U_SUCCESS(status) && length < longest) {
      *first = start;
      *count = length;
      result = 1;
    }
  }
  icu.ucal_close(calendar);
  return result;
}

int wallfarm_icu_breaks(const char *locale, int kind, const char *text, int64_t length,
                        uint8_t *begins) {
  library icu;
  if (load(&icu) != 0) return wallfarm_icu_missing;
  UErrorCode status = U_ZERO_ERROR;
  // With UTF-8 text, boundary positions are byte offsets.
  UText *bytes = icu.utext_openUTF8(NULL, text, length, &status);
  UBreakIterator *breaks = icu.ubrk_open(kind == wallfarm_icu_lines ? UBRK_LINE : UBRK_WORD, locale,
                                         NULL, 0, &status);
  if (U_SUCCESS(status)) icu.ubrk_setUText(breaks, bytes, &status);
  if (U_SUCCESS(status)) {
    for (int32_t place = icu.ubrk_next(breaks); place != UBRK_DONE; place = icu.ubrk_next(breaks)) {
      if (place < length) begins[place] = 1;
    }
  }
  if (breaks != NULL) icu.ubrk_close(breaks);
  if (bytes != NULL) icu.utext_close(bytes);
  return U_SUCCESS(status) ? 0 : wallfarm_icu_failed;
}

int wallfarm_icu_right_to_left(const char *locale) {
  library icu;
  char name[128];
  if (begin(locale, &icu, name) != 0) return wallfarm_icu_missing;
  return icu.uloc_isRightToLeft(name) ? 1 : 0;
}

int wallfarm_icu_zone_of_windows(const char *windows, char name[128]) {
  library icu;
  if (load(&icu) != 0) return wallfarm_icu_missing;
  if (strlen(windows) >= 64) return 0;
  UChar text[64], found[128];
  icu.u_uastrcpy(text, windows);
  UErrorCode status = U_ZERO_ERROR;
  int32_t length =
      icu.ucal_getTimeZoneIDForWindowsID(text, -1, NULL, found, 128, &status);
  if (U_FAILURE(status)) return wallfarm_icu_failed;
  if (length == 0) return 0;
  return write(&icu, found, 0, length, name, 128) == 0 ? 1 : wallfarm_icu_failed;
}
