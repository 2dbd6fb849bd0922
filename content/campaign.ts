import type { campaigns } from '#app/platform/db/schema.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { site } from './site.ts'

const timeZone = 'America/Denver'

/** A giveaway that is open on the day the demo is made (decision 9). */
export function demoCampaign(now: Date): typeof campaigns.$inferInsert {
  const today = dateInZone(now, timeZone)
  return {
    name: 'Win a free stay',
    sponsor: site.brand,
    opensAt: new Date(`${addDays(today, -14)}T16:00:00Z`),
    closesAt: new Date(`${addDays(today, 76)}T18:00:00Z`),
    timeZone,
    prize:
      'A stay of seven nights at Large Luxury in Steamboat Springs, Colorado, outside the winter season, on dates that are free when the winner chooses, with cleaning and lodging taxes included. Travel is not included.',
    // Five nights at $890 and two at $1,090, cleaning, and 20.4% tax.
    retailValue: '8524.32',
    eligibility: 'Legal residents of the 50 United States who are 18 or older on the day they enter.',
    excludedStates: [],
    odds: 'The odds of winning depend on the number of eligible entries received.',
    freeEntryMethod: `No purchase is necessary, and a purchase does not help. The form on this page is free. Sharing is optional: an e-mail to ${site.email} with the subject "Bonus entries", sent from the address you entered with, earns the same bonus, up to the same maximum.`,
    winnerSelection:
      'One entry is drawn at random from all eligible entries within seven days after the close. The winner is told by e-mail and has seven days to answer; without an answer another entry is drawn.',
    rulesVersion: '1',
    demo: true,
  }
}
