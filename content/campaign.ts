import type { campaigns } from '#app/platform/db/schema.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { largeLuxury } from './homes/large-luxury.ts'
import { prices } from './prices.ts'
import { site } from './site.ts'

const { name: home, location, slug, timeZone } = largeLuxury.property

/** What a guest would pay for the prize: seven nights out of season with one weekend, cleaning and taxes. */
function retailValue(): string {
  const rates = prices[slug]
  if (!rates) throw new Error(`no prices for ${slug}`)
  const stay = 5 * rates.night.sundayToThursday + 2 * rates.night.fridayAndSaturday + rates.cleaning
  const taxes = rates.taxes.map((tax) => Math.round((stay * Number(tax.rate)) / 100))
  return numericFromCents(taxes.reduce((sum, tax) => sum + tax, stay))
}

/** A giveaway that is open on the day the demo is made (decision 9). */
export function demoCampaign(now: Date): typeof campaigns.$inferInsert {
  const today = dateInZone(now, timeZone)
  return {
    name: 'Win a free stay',
    sponsor: site.brand,
    opensAt: new Date(`${addDays(today, -14)}T16:00:00Z`),
    closesAt: new Date(`${addDays(today, 76)}T18:00:00Z`),
    timeZone,
    prize: `A stay of seven nights at ${home} in ${location}, outside the winter season, on dates that are free when the winner chooses, with cleaning and lodging taxes included. Travel is not included.`,
    retailValue: retailValue(),
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
