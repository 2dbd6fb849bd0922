const ZONES = {
  'America/New_York': {
    CT: 'Connecticut',
    DC: 'District of Columbia',
    DE: 'Delaware',
    GA: 'Georgia',
    MA: 'Massachusetts',
    MD: 'Maryland',
    ME: 'Maine',
    NC: 'North Carolina',
    NH: 'New Hampshire',
    NJ: 'New Jersey',
    NY: 'New York',
    OH: 'Ohio',
    PA: 'Pennsylvania',
    RI: 'Rhode Island',
    SC: 'South Carolina',
    VA: 'Virginia',
    VT: 'Vermont',
    WV: 'West Virginia',
  },
  'America/Chicago': {
    AL: 'Alabama',
    AR: 'Arkansas',
    IA: 'Iowa',
    IL: 'Illinois',
    LA: 'Louisiana',
    MN: 'Minnesota',
    MO: 'Missouri',
    MS: 'Mississippi',
    OK: 'Oklahoma',
    WI: 'Wisconsin',
  },
  'America/Denver': { CO: 'Colorado', MT: 'Montana', NM: 'New Mexico', UT: 'Utah', WY: 'Wyoming' },
  'America/Los_Angeles': { CA: 'California', WA: 'Washington' },
  'Pacific/Honolulu': { HI: 'Hawaii' },
  'America/Puerto_Rico': { PR: 'Puerto Rico' },
}

const BY_STATE = new Map(
  Object.entries(ZONES).flatMap(([zone, states]) =>
    Object.entries(states).flatMap(([code, name]) => [code, name].map((word) => [word.toLowerCase(), zone] as const)),
  ),
)

/**
 * The time zone of a place in the United States whose state has a single one: `Oak Creek, CO`, `Greer, South
 * Carolina 29650`. Null for a state with several, such as Texas, and for any other place.
 */
export function timeZoneOfPlace(place: string): string | null {
  const parts = place.split(',').map((part) => part.trim().toLowerCase())
  const last = /^(?:usa?|united states)$/.test(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1)
  if (parts.length < 2 || !last) return null
  return BY_STATE.get(last.replace(/\s\d{5}(?:-\d{4})?$/, '').trimEnd()) ?? null
}
