/** The author of our calendars: the part of `PRODID` after its first `-`. */
export const OWN_CALENDAR = '//stay//calendar//EN'

/** What a calendar calls nights; null if it does not say. */
export type Mark = 'reserved' | 'block' | null

type Platform = {
  label: string
  /** Matches the `PRODID` of its calendars. */
  writes: RegExp
  /** Matches the hosts that serve them. */
  host: RegExp
  /** Matches event titles, if the platform distinguishes guests' stays from closed nights. */
  reserved?: RegExp
  block?: RegExp
}

const PLATFORMS: Platform[] = [
  {
    label: 'Airbnb',
    writes: /\bairbnb\b/i,
    host: /(?:^|\.)airbnb\.[a-z.]+$/,
    reserved: /^reserved\b/i,
    block: /\bnot available\b/i,
  },
  {
    label: 'Vrbo',
    writes: /\b(?:homeaway|vrbo)\b/i,
    host: /(?:^|\.)(?:vrbo|homeaway|abritel|fewo-direkt|stayz|bookabach)\.[a-z.]+$/,
    reserved: /^reserved\b/i,
    block: /^blocked\b/i,
  },
  // Everything that is not free is "CLOSED - Not available" on Booking.com.
  { label: 'Booking.com', writes: /\bbooking\.com\b/i, host: /(?:^|\.)booking\.com$/ },
  { label: 'Google Calendar', writes: /\bgoogle\b/i, host: /(?:^|\.)google\.com$/ },
  {
    label: 'Another site of this kind',
    writes: new RegExp(`^-?${OWN_CALENDAR}$`),
    host: /^(?!)/,
    reserved: /^reserved$/i,
    block: /^blocked$/i,
  },
]

/** A readable name of the calendar's platform: by its author, or else by its host. */
export function labelOf(prodId: string, host: string): string {
  const platform = PLATFORMS.find(({ writes }) => writes.test(prodId)) ?? PLATFORMS.find((one) => one.host.test(host))
  return platform?.label ?? host.replace(/^www\./, '')
}

/** The kind of an event, by the calendar's author and the event's summary. */
export function markOf(prodId: string, summary: string): Mark {
  const platform = PLATFORMS.find(({ writes }) => writes.test(prodId))
  if (platform?.reserved?.test(summary)) return 'reserved'
  return platform?.block?.test(summary) ? 'block' : null
}
