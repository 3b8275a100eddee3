#include "wallfarm_ical.h"

#include <dlfcn.h>
#include <libical/ical.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FUNCTIONS(use)                                                                          \
  use(icalerror_set_errors_are_fatal) use(icalparser_parse_string) use(icalcomponent_free)      \
  use(icalcomponent_get_first_property) use(icalcomponent_get_next_property)                    \
  use(icalproperty_get_value) use(icalproperty_get_value_as_string)                             \
  use(icalproperty_get_first_parameter) use(icalparameter_get_tzid)                             \
  use(icalparameter_get_range) use(icalvalue_isa) use(icalvalue_get_text)                       \
  use(icalvalue_get_datetime) use(icalvalue_get_date) use(icalvalue_get_datetimeperiod)         \
  use(icalvalue_get_period) use(icalvalue_get_duration) use(icalvalue_get_recur)                \
  use(icalvalue_get_utcoffset) use(icaltime_is_null_time) use(icaltime_as_timet)                \
  use(icaldurationtype_as_int)

#define MEMBER(name) __typeof__(&name) name;
typedef struct {
  FUNCTIONS(MEMBER)
} library;

static library opened;
static int is_opened = wallfarm_ical_missing;
static pthread_once_t opening = PTHREAD_ONCE_INIT;

static void open_library(void) {
  void *handle = dlopen("libical.so.3", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name) \
  if ((opened.name = (__typeof__(&name))dlsym(handle, #name)) == NULL) return;
  FUNCTIONS(FIND)
  // What is wrong is told by what comes back, not by ending the process.
  opened.icalerror_set_errors_are_fatal(0);
  is_opened = 0;
}

// Opens the library once: a calendar has thousands of components.
static int load(void) {
  pthread_once(&opening, open_library);
  return is_opened;
}

struct wallfarm_ical_component {
  icalcomponent *component;
};

int wallfarm_ical_open(const char *text, wallfarm_ical_component **component) {
  if (load() != 0) return wallfarm_ical_missing;
  wallfarm_ical_component *made = calloc(1, sizeof *made);
  if (made == NULL) return wallfarm_ical_failed;
  made->component = opened.icalparser_parse_string(text);
  if (made->component == NULL) {
    free(made);
    return wallfarm_ical_failed;
  }
  *component = made;
  return 0;
}

void wallfarm_ical_close(wallfarm_ical_component *component) {
  opened.icalcomponent_free(component->component);
  free(component);
}

static icalproperty_kind kind_of(wallfarm_ical_property property) {
  switch (property) {
  case wallfarm_ical_uid: return ICAL_UID_PROPERTY;
  case wallfarm_ical_summary: return ICAL_SUMMARY_PROPERTY;
  case wallfarm_ical_location: return ICAL_LOCATION_PROPERTY;
  case wallfarm_ical_status: return ICAL_STATUS_PROPERTY;
  case wallfarm_ical_tzid: return ICAL_TZID_PROPERTY;
  case wallfarm_ical_offset_from: return ICAL_TZOFFSETFROM_PROPERTY;
  case wallfarm_ical_offset_to: return ICAL_TZOFFSETTO_PROPERTY;
  case wallfarm_ical_start: return ICAL_DTSTART_PROPERTY;
  case wallfarm_ical_end: return ICAL_DTEND_PROPERTY;
  case wallfarm_ical_due: return ICAL_DUE_PROPERTY;
  case wallfarm_ical_recurrence: return ICAL_RECURRENCEID_PROPERTY;
  case wallfarm_ical_date: return ICAL_RDATE_PROPERTY;
  case wallfarm_ical_exception: return ICAL_EXDATE_PROPERTY;
  }
  return ICAL_NO_PROPERTY;
}

// The next property of a kind; libical remembers in the component where it is, so index 0 begins.
static icalproperty *property_at(wallfarm_ical_component *component, icalproperty_kind kind,
                                 int index) {
  const library *ical = &opened;
  return index == 0 ? ical->icalcomponent_get_first_property(component->component, kind)
                    : ical->icalcomponent_get_next_property(component->component, kind);
}

const char *wallfarm_ical_text(wallfarm_ical_component *component,
                               wallfarm_ical_property property) {
  const library *ical = &opened;
  icalproperty *found = property_at(component, kind_of(property), 0);
  if (found == NULL) return NULL;
  if (property == wallfarm_ical_status) return ical->icalproperty_get_value_as_string(found);
  icalvalue *value = ical->icalproperty_get_value(found);
  if (value == NULL || ical->icalvalue_isa(value) != ICAL_TEXT_VALUE) return NULL;
  return ical->icalvalue_get_text(value);
}

static void write_time(const icaltimetype *from, wallfarm_ical_time *time) {
  time->year = from->year;
  time->month = from->month;
  time->day = from->day;
  time->is_day = from->is_date;
  time->hour = from->is_date ? 0 : from->hour;
  time->minute = from->is_date ? 0 : from->minute;
  time->second = from->is_date ? 0 : from->second;
  // Only what is written with a Z has a zone here.
  time->is_utc = from->zone != NULL;
  time->zone[0] = 0;
}

int wallfarm_ical_time_of(wallfarm_ical_component *component, wallfarm_ical_property property,
                          int index, wallfarm_ical_time *time, int *whole, int *seconds) {
  const library *ical = &opened;
  icalproperty *found = property_at(component, kind_of(property), index);
  if (found == NULL) return 0;
  icalvalue *value = ical->icalproperty_get_value(found);
  if (value == NULL) return wallfarm_ical_failed;
  icaltimetype read;
  *seconds = -1;
  switch (ical->icalvalue_isa(value)) {
  case ICAL_DATE_VALUE: read = ical->icalvalue_get_date(value); break;
  case ICAL_DATETIME_VALUE: read = ical->icalvalue_get_datetime(value); break;
  case ICAL_DATETIMEPERIOD_VALUE: {
    struct icaldatetimeperiodtype period = ical->icalvalue_get_datetimeperiod(value);
    if (ical->icaltime_is_null_time(period.time)) return wallfarm_ical_failed;
    read = period.time;
    break;
  }
  case ICAL_PERIOD_VALUE: {
    struct icalperiodtype period = ical->icalvalue_get_period(value);
    read = period.start;
    // Both ends are on one clock.
    struct icaldurationtype own = period.duration;
    if (own.weeks > 1000 || own.days > 7000 || own.hours > 168000 || own.minutes > 10080000 ||
        own.seconds > 604800000)
      return wallfarm_ical_failed;
    long long length = ical->icaltime_is_null_time(period.end)
                           ? ical->icaldurationtype_as_int(own)
                           : (long long)(ical->icaltime_as_timet(period.end) -
                                         ical->icaltime_as_timet(period.start));
    if (length < 0 || length > 2000000000) return wallfarm_ical_failed;
    *seconds = (int)length;
    break;
  }
  default: return wallfarm_ical_failed;
  }
  if (ical->icaltime_is_null_time(read)) return wallfarm_ical_failed;
  write_time(&read, time);
  *whole = 0;
  icalparameter *range =
      ical->icalproperty_get_first_parameter(found, ICAL_RANGE_PARAMETER);
  if (range != NULL && ical->icalparameter_get_range(range) == ICAL_RANGE_THISANDFUTURE)
    *whole = 1;
  icalparameter *zone = ical->icalproperty_get_first_parameter(found, ICAL_TZID_PARAMETER);
  const char *name = zone == NULL ? NULL : ical->icalparameter_get_tzid(zone);
  if (name != NULL && !time->is_utc && !time->is_day) {
    if (strlen(name) >= sizeof time->zone) return wallfarm_ical_failed;
    strcpy(time->zone, name);
  }
  return 1;
}

int wallfarm_ical_duration(wallfarm_ical_component *component, int *days, int *seconds) {
  const library *ical = &opened;
  icalproperty *found = property_at(component, ICAL_DURATION_PROPERTY, 0);
  if (found == NULL) return 0;
  icalvalue *value = ical->icalproperty_get_value(found);
  if (value == NULL || ical->icalvalue_isa(value) != ICAL_DURATION_VALUE)
    return wallfarm_ical_failed;
  struct icaldurationtype read = ical->icalvalue_get_duration(value);
  // More than a century is a mistake, and could be too large for a number.
  if (read.weeks > 5200 || read.days > 36500 || read.hours > 876000 ||
      read.minutes > 52560000 || read.seconds > 1000000000 || read.is_neg)
    return wallfarm_ical_failed;
  *days = (int)(read.weeks * 7 + read.days);
  unsigned long long all = read.hours * 3600ULL + read.minutes * 60ULL + read.seconds;
  if (all > 2000000000ULL) return wallfarm_ical_failed;
  *seconds = (int)all;
  return 1;
}

int wallfarm_ical_offset(wallfarm_ical_component *component, wallfarm_ical_property property,
                         int *seconds) {
  const library *ical = &opened;
  icalproperty *found = property_at(component, kind_of(property), 0);
  icalvalue *value = found == NULL ? NULL : ical->icalproperty_get_value(found);
  if (value == NULL || ical->icalvalue_isa(value) != ICAL_UTCOFFSET_VALUE) return 0;
  *seconds = ical->icalvalue_get_utcoffset(value);
  return 1;
}

static void write_list(const short *list, int size, wallfarm_ical_list *written) {
  written->count = 0;
  while (written->count < size && written->count < 400 &&
         list[written->count] != ICAL_RECURRENCE_ARRAY_MAX) {
    written->values[written->count] = list[written->count];
    written->count++;
  }
}

int wallfarm_ical_rule_of(wallfarm_ical_component *component, int index,
                          wallfarm_ical_rule *rule) {
  const library *ical = &opened;
  icalproperty *found = property_at(component, ICAL_RRULE_PROPERTY, index);
  if (found == NULL) return 0;
  icalvalue *value = ical->icalproperty_get_value(found);
  if (value == NULL || ical->icalvalue_isa(value) != ICAL_RECUR_VALUE)
    return wallfarm_ical_failed;
  struct icalrecurrencetype read = ical->icalvalue_get_recur(value);
  switch (read.freq) {
  case ICAL_SECONDLY_RECURRENCE: rule->frequency = wallfarm_ical_secondly; break;
  case ICAL_MINUTELY_RECURRENCE: rule->frequency = wallfarm_ical_minutely; break;
  case ICAL_HOURLY_RECURRENCE: rule->frequency = wallfarm_ical_hourly; break;
  case ICAL_DAILY_RECURRENCE: rule->frequency = wallfarm_ical_daily; break;
  case ICAL_WEEKLY_RECURRENCE: rule->frequency = wallfarm_ical_weekly; break;
  case ICAL_MONTHLY_RECURRENCE: rule->frequency = wallfarm_ical_monthly; break;
  case ICAL_YEARLY_RECURRENCE: rule->frequency = wallfarm_ical_yearly; break;
  case ICAL_NO_RECURRENCE: return wallfarm_ical_failed;
  }
  rule->interval = read.interval;
  rule->count = read.count;
  rule->week_start = read.week_start;
  rule->until.year = 0;
  if (!ical->icaltime_is_null_time(read.until)) write_time(&read.until, &rule->until);
  write_list(read.by_second, ICAL_BY_SECOND_SIZE, &rule->seconds);
  write_list(read.by_minute, ICAL_BY_MINUTE_SIZE, &rule->minutes);
  write_list(read.by_hour, ICAL_BY_HOUR_SIZE, &rule->hours);
  write_list(read.by_day, ICAL_BY_DAY_SIZE, &rule->weekdays);
  write_list(read.by_month_day, ICAL_BY_MONTHDAY_SIZE, &rule->month_days);
  write_list(read.by_year_day, ICAL_BY_YEARDAY_SIZE, &rule->year_days);
  write_list(read.by_week_no, ICAL_BY_WEEKNO_SIZE, &rule->weeks);
  write_list(read.by_month, ICAL_BY_MONTH_SIZE, &rule->months);
  write_list(read.by_set_pos, ICAL_BY_SETPOS_SIZE, &rule->positions);
  rule->is_foreign = (read.rscale != NULL && strcasecmp(read.rscale, "GREGORIAN") != 0) ||
                     read.skip != ICAL_SKIP_OMIT;
  return 1;
}
