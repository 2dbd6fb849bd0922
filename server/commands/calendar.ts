import type { Command } from 'commander'
import { feedAddressSchema } from '#app/features/calendar-sync/calendar-sync.ts'
import {
  conflictWords,
  eventWords,
  freeWords,
  sinceWords,
  syncWords,
} from '#app/features/calendar-sync/manage/calendar-words.ts'
import { calendarChanges } from '#app/features/calendar-sync/manage/calendars.changes.server.ts'
import {
  type FeedStatus,
  listCalendars,
  type PropertyCalendars,
  syncAllFeeds,
} from '#app/features/calendar-sync/manage/calendars.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

export function addCalendarCommands(line: Command, onSite: OnSite) {
  const calendar = line.command('calendar').description('calendars of other sites')
  calendar
    .command('list')
    .description('the export address of each property, the calendars imported for it, and conflicts')
    .action(() => onSite(list))
  calendar
    .command('add')
    .description('import a calendar for a property: what Airbnb, Vrbo, Booking.com, or Google calls its iCal address')
    .argument('<slug>', 'the property, as "calendar list" names it')
    .argument('<address>', 'the address of the calendar, in quotation marks')
    .action((slug: string, address: string) => onSite((services) => add(services, slug, address)))
  calendar
    .command('sync')
    .description('sync all of them now')
    .action(() => onSite(sync))
  calendar
    .command('accept')
    .description('sync one now and accept that it’s empty')
    .argument('<id>')
    .action((id: string) => onSite((services) => withFeed(services, id, accept)))
  calendar
    .command('remove')
    .description('stop importing it, and open the nights that only it had taken')
    .argument('<id>')
    .action((id: string) => onSite((services) => withFeed(services, id, remove)))
  calendar
    .command('renew')
    .description('renew the export address of a property; the old one stops working')
    .argument('<slug>')
    .action((slug: string) => onSite((services) => renew(services, slug)))
}

const REFUSALS = {
  'no-such-property': 'There’s no property with this slug. "npm run site -- calendar list" lists them all.',
  'bad-address':
    'The address must start with https://, http://, or webcal://. Put it in quotation marks, because it may contain characters that the shell interprets.',
} as const

const refuse = (message: string): CommandOutcome => ({ ok: false, message })
const say = (...lines: string[]): CommandOutcome => ({ ok: true, message: lines.join('\n') })

/** The identifiers of a calendar on the command line. */
const shortId = (id: string) => id.slice(0, 8)

async function withFeed(
  services: Services,
  id: string,
  work: (services: Services, feed: FeedStatus) => Promise<CommandOutcome>,
): Promise<CommandOutcome> {
  const feeds = (await listCalendars(services)).flatMap((property) => property.feeds)
  const [feed, ...more] = feeds.filter((feed) => id.length >= 4 && feed.id.startsWith(id.toLowerCase()))
  if (more.length > 0) return refuse('That matches more than one calendar. Please enter more characters of its id.')
  if (!feed)
    return refuse('There’s no such calendar. "npm run site -- calendar list" shows the eight characters of each.')
  return work(services, feed)
}

const findProperty = async (services: Services, slug: string) =>
  (await listCalendars(services)).find((property) => property.slug === slug)

async function add(services: Services, slug: string, address: string): Promise<CommandOutcome> {
  if (!feedAddressSchema.safeParse(address).success) return refuse(REFUSALS['bad-address'])
  if (!(await findProperty(services, slug))) return refuse(REFUSALS['no-such-property'])
  const added = await makeChange(calendarChanges.add, { services }, { slug, address })
  if (!added.ok) return refuse(added.fields?.address ?? added.message)
  return say(added.message ?? '')
}

async function renew(services: Services, slug: string): Promise<CommandOutcome> {
  const renewed = await makeChange(calendarChanges.renew, { services }, { slug })
  const property = await findProperty(services, slug)
  if (!renewed.ok || !property) return refuse(REFUSALS['no-such-property'])
  return say(
    `${property.property}: the calendar is now at ${services.config.siteUrl}${property.exportPath}; the old address no longer works.`,
    'Give this address to every site that used the old one. Until then, they can’t see your bookings.',
  )
}

async function sync(services: Services): Promise<CommandOutcome> {
  const done = await syncAllFeeds(services)
  if (done.length === 0)
    return say('No calendars of other sites are imported yet: npm run site -- calendar add SLUG "ADDRESS".')
  const lines = done.map(({ property, feed, outcome }) => `${property}, ${feed.label}: ${syncWords(outcome)}`)
  return { ok: done.every(({ outcome }) => outcome.ok), message: lines.join('\n') }
}

async function accept(services: Services, { id }: FeedStatus): Promise<CommandOutcome> {
  const { ok, message = '' } = await makeChange(calendarChanges['read-empty'], { services }, { id })
  return { ok, message }
}

async function remove(services: Services, { id }: FeedStatus): Promise<CommandOutcome> {
  const { ok, message = '' } = await makeChange(calendarChanges.remove, { services }, { id })
  return { ok, message }
}

async function list(services: Services): Promise<CommandOutcome> {
  const properties = await listCalendars(services)
  const now = services.clock.now()
  return say(...properties.flatMap((property) => [...describeProperty(property, services.config.siteUrl, now), '']))
}

function describeProperty(
  { slug, property, exportPath, feeds, conflicts }: PropertyCalendars,
  siteUrl: string,
  now: Date,
): string[] {
  const read = feeds.length === 0 ? ['  No imported calendars.'] : feeds.map((feed) => describeFeed(feed, now))
  return [
    `${property} (${slug})`,
    `  Its own: ${siteUrl}${exportPath}`,
    ...read,
    ...conflicts.map((conflict) => `  CONFLICT ${conflictWords(conflict)}`),
  ]
}

function describeFeed(feed: FeedStatus, now: Date): string {
  const ago = (at: Date | null) => (at ? `${sinceWords(at, now)} ago` : 'never')
  const state = feed.failingSince
    ? `CAN’T BE READ for ${sinceWords(feed.failingSince, now)}: ${feed.lastError} Its nights stay taken.`
    : `${eventWords(feed.events)}.`
  const free = feed.freeEvents > 0 ? [freeWords(feed.freeEvents)] : []
  const said = [state, ...free, ...feed.parseErrors].join(' ')
  return `  Imports ${feed.label} (${shortId(feed.id)}, ${feed.address}), last synced ${ago(feed.lastSuccessAt)}. ${said}`
}
