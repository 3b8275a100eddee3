// Parts of a calendar (RFC 5545) through libical, which is opened when the first calendar is read: it brings ICU
// along, which is 30 MB, and most pictures have no calendar.
//
// Nothing of libical's own time zones is used, so it opens no file: times come as they are written.
#pragma once
#include <stddef.h>

enum { wallfarm_ical_missing = -1, wallfarm_ical_failed = -2 };

// A time as it is written.
typedef struct {
  int year, month, day, hour, minute, second;
  // 1: a day without a time.
  int is_day;
  // 1: in UTC; its zone is empty.
  int is_utc;
  // TZID, empty where there is none.
  char zone[128];
} wallfarm_ical_time;

// What is read of a component.
typedef enum {
  wallfarm_ical_uid,
  wallfarm_ical_summary,
  wallfarm_ical_location,
  wallfarm_ical_status,
  wallfarm_ical_tzid,
  wallfarm_ical_offset_from,
  wallfarm_ical_offset_to,
  wallfarm_ical_start,
  wallfarm_ical_end,
  wallfarm_ical_due,
  wallfarm_ical_recurrence,
  wallfarm_ical_date,
  wallfarm_ical_exception,
} wallfarm_ical_property;

// A component such as a VEVENT.
typedef struct wallfarm_ical_component wallfarm_ical_component;

// Parses one component from BEGIN to END. Returns 0, or why not.
int wallfarm_ical_open(const char *text, wallfarm_ical_component **component);
void wallfarm_ical_close(wallfarm_ical_component *component);

// A text; NULL where there is none. It is good until the next call.
const char *wallfarm_ical_text(wallfarm_ical_component *component, wallfarm_ical_property property);

// The time of a property, the index-th of those that may be there often; they are asked for in order. Returns 1,
// 0 where there is none, or wallfarm_ical_failed for one that cannot be read. `whole` is 1 for
// RANGE=THISANDFUTURE, `seconds` the length of a period, or -1.
int wallfarm_ical_time_of(wallfarm_ical_component *component, wallfarm_ical_property property,
                          int index, wallfarm_ical_time *time, int *whole, int *seconds);

// DURATION in days and seconds. Returns 1, 0 where there is none, or wallfarm_ical_failed.
int wallfarm_ical_duration(wallfarm_ical_component *component, int *days, int *seconds);

// TZOFFSETFROM or TZOFFSETTO, in seconds east of UTC. Returns 1, 0 where there is none.
int wallfarm_ical_offset(wallfarm_ical_component *component, wallfarm_ical_property property,
                         int *seconds);

// How often something comes.
typedef enum {
  wallfarm_ical_secondly,
  wallfarm_ical_minutely,
  wallfarm_ical_hourly,
  wallfarm_ical_daily,
  wallfarm_ical_weekly,
  wallfarm_ical_monthly,
  wallfarm_ical_yearly,
} wallfarm_ical_frequency;

// The lists of a rule, of at most 400 numbers. Weekdays are 1 for Sunday to 7 for Saturday, and for the n-th one
// 8 × n more, or less for one from the end.
typedef struct {
  int count;
  short values[400];
} wallfarm_ical_list;

// What a rule says.
typedef struct {
  wallfarm_ical_frequency frequency;
  int interval;
  // 0: it has none.
  int count;
  // Year 0: it has none.
  wallfarm_ical_time until;
  // The day on which its weeks begin, 1 for Sunday to 7 for Saturday.
  int week_start;
  wallfarm_ical_list seconds, minutes, hours, weekdays, month_days, year_days, weeks, months,
      positions;
  // 1: in another calendar than the Gregorian, or with the days of RFC 7529 for those that a month does not have.
  int is_foreign;
} wallfarm_ical_rule;

// A rule of a component, the index-th. Returns 1, 0 where there is none, or wallfarm_ical_failed.
int wallfarm_ical_rule_of(wallfarm_ical_component *component, int index, wallfarm_ical_rule *rule);
