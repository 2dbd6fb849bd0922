import { OWN_CALENDAR } from '#app/features/calendar-sync/calendar-sync.ts'

/** What a calendar calls nights; null where it does not tell. */
export type Mark = 'reserved' | 'block' | null

type Platform = {
  label: string
  /** In the `PRODID` of its calendars. */
  writes: RegExp
  /** The hosts that it serves them from. */
  host: RegExp
  /** What its events are called, where it tells guests' stays from nights that are merely closed. */
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
  // Whatever is not free is "CLOSED - Not available" there.
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

/** The name of whose calendar this is, for people: by who wrote it, or else by where it is. */
export function labelOf(prodId: string, host: string): string {
  const platform = PLATFORMS.find(({ writes }) => writes.test(prodId)) ?? PLATFORMS.find((one) => one.host.test(host))
  return platform?.label ?? host.replace(/^www\./, '')
}

/** What an event of this writer is, by its summary. */
export function markOf(prodId: string, summary: string): Mark {
  const platform = PLATFORMS.find(({ writes }) => writes.test(prodId))
  if (platform?.reserved?.test(summary)) return 'reserved'
  return platform?.block?.test(summary) ? 'block' : null
}
