import type { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { type GiveawayContent, giveawayContentSchema } from '#app/features/giveaway/giveaway.ts'
import { USUAL_RULES } from '#app/features/giveaway/usual-rules.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { type PriceRecord, prices } from './prices.ts'
import { largeLuxury } from './properties/large-luxury.ts'
import { propertyImage } from './properties/property.ts'
import { site } from './site.ts'

const { name: property, location, city, slug, timeZone, bedrooms } = largeLuxury.property
const rates = pricesOf(slug)
const outsideSeason = `outside the ${rates.season.name.toLowerCase()} season`

function pricesOf(property: string): PriceRecord {
  const found = prices[property]
  if (!found) throw new Error(`no prices for ${property}`)
  return found
}

/** The retail value of the prize: seven nights out of season with one weekend, cleaning and taxes. */
function retailValue({ night, cleaning, taxes }: PriceRecord): string {
  const stay = 5 * night.sundayToThursday + 2 * night.fridayAndSaturday + cleaning
  const taxed = taxes.map((tax) => Math.round((stay * Number(tax.rate)) / 100))
  return numericFromCents(taxed.reduce((sum, tax) => sum + tax, stay))
}

/** An image of the prize property, with its own text. */
function prizeImage(file: string) {
  const image = largeLuxury.units.flatMap(({ images }) => images).find((one) => one.file === file)
  if (!image) throw new Error(`${file} is no image of ${slug}`)
  return { path: propertyImage(file), alt: image.alt }
}

export const giveawayContent: GiveawayContent = {
  lead: `One winner, one week ${outsideSeason} in the ${bedrooms}-bedroom retreat in ${city}. No purchase, no catch, and a drawing anyone can check.`,
  image: prizeImage('mountain-summer-exterior.jpg'),
  cards: [
    {
      title: 'Hiking and biking access',
      text: 'The trails start near the door. Leave the car parked and come back for dinner.',
      image: prizeImage('mountain-summer-trail.jpg'),
    },
    {
      title: 'Hot tub and massage chair',
      text: 'For the evening after the summit, one after the other, in whichever order you like.',
      image: prizeImage('mountain-a-hot-tub-summer.jpg'),
    },
    {
      title: `${bedrooms}-bedroom retreat`,
      text: 'Bring everyone you like. There’s a bed for each of them.',
      image: {
        path: propertyImage('mountain-summer-gable.jpg'),
        alt: 'Tall glass gable of the lodge with the lights on inside, stone chimney beside it, snow-streaked peaks behind',
      },
    },
  ],
}

/** A giveaway that is open on the day the demo is created. */
export function demoGiveaway(now: Date): typeof giveaways.$inferInsert {
  const today = dateInZone(now, timeZone)
  return {
    name: 'Win a free stay',
    sponsor: site.brand,
    opensAt: new Date(`${addDays(today, -14)}T16:00:00Z`),
    closesAt: new Date(`${addDays(today, 76)}T18:00:00Z`),
    timeZone,
    prize: `A stay of seven nights at ${property} in ${location}, ${outsideSeason}, on dates that are available when the winner chooses, with cleaning and lodging taxes included. Travel is not included.`,
    retailValue: retailValue(rates),
    rulesVersion: '1',
    ...USUAL_RULES,
    content: giveawayContentSchema.parse(giveawayContent),
    demo: true,
  }
}
