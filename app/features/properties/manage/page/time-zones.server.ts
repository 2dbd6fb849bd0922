const OF_USA = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'Pacific/Honolulu'],
]

/** The time zones that there are, those of most of the USA first. */
export const TIME_ZONES: readonly string[] = [...new Set([...OF_USA, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]

/** A time zone as people say it: `Pacific Time`. */
export function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
