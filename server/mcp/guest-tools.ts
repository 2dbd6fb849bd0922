import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { checkAvailability, getCalendar } from '#app/features/availability/availability.server.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import type { PropertyCard } from '#app/features/properties/properties.ts'
import { loadResults } from '#app/features/search/search.server.ts'
import type { AvailableProperty } from '#app/features/search/search.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { nightsBetween } from '#app/shared/dates.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { type Answer, READ_ONLY, runTool, type ToolRunner } from './tool.ts'

const MOST_NIGHTS = 400
/** How many homes of each kind an answer has. */
const MOST_PROPERTIES = 50
const NO_PROPERTY: Answer = { refused: 'We couldn’t find that home.' }

const date = z.iso.date()
const count = z.int().min(0).max(99)
const home = z.string().max(100).describe('The `home` of an answer of find_homes')
const party = {
  adults: count.default(1),
  children: count.default(0),
  infants: count.default(0),
  pets: count.default(0),
}

const searchInput = z.object({
  checkin: date.optional(),
  checkout: date.optional(),
  ...party,
  location: z.string().max(100).optional().describe('A city, a state, or a lake'),
  bedrooms: count.optional().describe('The fewest bedrooms'),
  maxPrice: z.int().positive().optional().describe('The highest total of the stay, in cents'),
  flexible: z.int().min(1).max(14).optional().describe('Also stays so many days earlier or later'),
  cursor: z.string().max(200).optional().describe('The `nextCursor` of an answer for the same dates: the next homes'),
  page: z.int().min(1).max(1000).default(1).describe(`Without dates: homes are listed ${MOST_PROPERTIES} per page`),
})
const propertyInput = z.object({ home })
const stayInput = z.object({ home, checkin: date, checkout: date, ...party })
const nightsInput = z.object({ home, from: date, to: date })

/** Adds the tools that read guests' pages. */
export function addGuestTools(server: McpServer, services: Services, runner: ToolRunner): void {
  const add = <Schema extends z.ZodObject>(
    name: string,
    { description, inputSchema }: { description: string; inputSchema: Schema },
    work: (services: Services, input: z.output<Schema>) => Promise<Answer>,
  ) =>
    server.registerTool<z.ZodObject, z.ZodObject>(name, { description, inputSchema, annotations: READ_ONLY }, (input) =>
      runTool(runner, name, () => work(services, input as z.output<Schema>)),
    )
  add(
    'find_homes',
    {
      description: 'Finds homes for a stay with its total. Without dates: every home with its next open stay.',
      inputSchema: searchInput,
    },
    findProperties,
  )
  add(
    'home_details',
    {
      description: 'What a home has: rooms and beds, amenities, rules, times, cancellation.',
      inputSchema: propertyInput,
    },
    propertyDetails,
  )
  add(
    'open_dates',
    {
      description: `Which nights of a home are open, from \`from\` to \`to\` (exclusive), ${MOST_NIGHTS} at most.`,
      inputSchema: nightsInput,
    },
    openDates,
  )
  add(
    'price_stay',
    {
      description: 'The total of a stay in a home, line by line, and the page on which the guest sends the request.',
      inputSchema: stayInput,
    },
    priceStay,
  )
}

const factsOf = (card: Pick<PropertyCard, 'slug' | 'name' | 'location' | 'maxGuests' | 'bedrooms' | 'bathrooms'>) => ({
  home: card.slug,
  name: card.name,
  location: card.location,
  maxGuests: card.maxGuests,
  bedrooms: card.bedrooms,
  bathrooms: card.bathrooms,
})

const linkTo = ({ config }: Services, { path }: { path: string }, stay: Stay) =>
  `${config.siteUrl}${path}?${stayToQuery(stay)}`

async function findProperties(services: Services, { page, ...input }: z.output<typeof searchInput>): Promise<Answer> {
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const view = await loadResults(services, new URLSearchParams(given))
  if (view.state === 'refused') return { refused: view.message }
  if (view.state === 'no-dates') {
    const start = (page - 1) * MOST_PROPERTIES
    const properties = view.properties.slice(start, start + MOST_PROPERTIES).map((card) => ({
      ...factsOf(card),
      url: services.config.siteUrl + card.path,
      nextOpen: view.nextOpen.get(card.id) ?? null,
    }))
    return { value: { homes: properties, total: view.properties.length } }
  }
  const { answer, stay, missing } = view
  const offer = (found: AvailableProperty, nights: Pick<Stay, 'checkIn' | 'checkOut'>) => ({
    ...factsOf(found),
    checkin: nights.checkIn,
    checkout: nights.checkOut,
    total: found.total,
    currency: 'USD',
    url: linkTo(services, found, { ...stay, checkIn: nights.checkIn, checkOut: nights.checkOut }),
  })
  return {
    value: {
      homes: answer.properties.map((found) => offer(found, stay)),
      nextCursor: answer.nextCursor ?? null,
      otherDates: answer.alternatives.slice(0, MOST_PROPERTIES).map((found) => offer(found, found)),
      notAvailable: missing.map(({ property, reason }) => ({ home: property.slug, name: property.name, reason })),
    },
  }
}

async function propertyDetails(services: Services, { home: slug }: { home: string }): Promise<Answer> {
  const found = await getProperty(services, { slug })
  if (!found) return NO_PROPERTY
  const { title, description, amenities, highlights, rules, checkInTime, checkOutTime, cancellation, rooms } = found
  return {
    value: {
      ...factsOf(found),
      maxInfants: found.maxInfants,
      maxPets: found.maxPets,
      title,
      description,
      amenities,
      highlights,
      rooms: rooms.map(({ name, beds }) => ({ name, beds })),
      rules,
      checkInTime,
      checkOutTime,
      cancellation,
      url: services.config.siteUrl + found.path,
    },
  }
}

async function openDates(services: Services, { home: slug, from, to }: z.output<typeof nightsInput>): Promise<Answer> {
  await limitVisitor(services, 'calendar')
  const asked = nightsBetween(from, to)
  if (asked < 1 || asked > MOST_NIGHTS) return { refused: `Please ask for 1 to ${MOST_NIGHTS} nights.` }
  const found = await getProperty(services, { slug })
  const calendar = found && (await getCalendar(services, { propertyId: found.id, from, to }))
  if (!calendar) return NO_PROPERTY
  const { today, bookable, maximumStay, nights } = calendar
  const open = nights
    .filter((night) => night.state === 'free' && night.date >= today)
    .map(({ date: night, minimumStay, arrival }) => ({ night, minimumStay, arrival }))
  return { value: { today, bookable, maximumStay, open } }
}

async function priceStay(services: Services, input: z.output<typeof stayInput>): Promise<Answer> {
  await limitVisitor(services, 'availability')
  const { home: slug, checkin: checkIn, checkout: checkOut, ...guests } = input
  const found = await getProperty(services, { slug })
  if (!found) return NO_PROPERTY
  const stay = { checkIn, checkOut, ...guests }
  const check = await checkAvailability(services, { propertyId: found.id, ...stay })
  if (!check.ok) return { refused: check.message }
  const { lines, total, nights } = check.price
  return {
    value: {
      home: slug,
      nights,
      total,
      currency: 'USD',
      lines: lines.map(({ label, amount, note }) => ({ label, amount, note })),
      cancellation: found.cancellation,
      url: linkTo(services, found, stay),
    },
  }
}
