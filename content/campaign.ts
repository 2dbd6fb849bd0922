import type { CampaignContent } from '#app/features/giveaway/giveaway.ts'
import type { campaigns } from '#app/platform/db/schema.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { homePicture } from './home.ts'
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

const content: CampaignContent = {
  lead: 'One winner, one week in the 6-bedroom retreat above Steamboat Springs. No purchase, no catch, and a drawing that anyone can check.',
  picture: {
    path: homePicture('large-luxury-exterior.jpg'),
    alt: 'Dark timber lodge with a tall stone chimney and a glowing glass gable, lantern path in the snow, pink-lit peaks behind at blue dusk',
  },
  cards: [
    {
      title: 'Hiking and biking access',
      text: 'The trails begin near the door. Leave the car where it is, and come back for supper.',
      picture: {
        path: homePicture('spacious-condo-exterior.jpg'),
        alt: 'Four-storey timber lodge building with three gables and lit windows, lantern path and a chairlift climbing the snowy slope',
      },
    },
    {
      title: 'Hot tub and massage chair',
      text: 'For the evening after the summit, one after the other, in the order you prefer.',
      picture: {
        path: homePicture('mountain-a-hot-tub-1.jpg'),
        alt: 'Steaming wood-clad hot tub on a deck beside a log wall, string lights overhead and alpine peaks behind snowy firs',
      },
    },
    {
      title: '6-bedroom retreat',
      text: 'Bring twenty-two people you like. There is a bed for everyone on the list.',
      picture: {
        path: homePicture('mountain-a-living-1.jpg'),
        alt: 'Log-walled great room with a tall stone fireplace, two-tier chandelier and leather sofa, snow peaks at dusk in the tall windows',
      },
    },
  ],
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
    freeEntryMethod: `No purchase is necessary, and a purchase does not help. The form on the giveaway’s page is free. Sharing is optional, free and open to all: two of its ways, copying the link and writing an email, need no account anywhere and earn the whole bonus.`,
    winnerSelection:
      'One entry is drawn at random from all eligible entries within seven days after the close. The winner is told by email and has seven days to answer; without an answer another entry is drawn.',
    rulesVersion: '1',
    seedSource:
      'The winning numbers of the first Powerball drawing held a full day or more after the close: the five white balls in rising order, then the Powerball, as plain numbers with one space between them, such as "5 12 33 41 60 9".',
    content,
    demo: true,
  }
}
