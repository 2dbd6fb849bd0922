import { asc, ne, sql } from 'drizzle-orm'
import { listMissing } from '#app/features/properties/manage/homes/publish-check.server.ts'
import type { Missing } from '#app/features/properties/manage/homes/publish-check.ts'
import { properties, site } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { countOf } from '#app/shared/words.ts'
import { readRemains } from './demo-remains.server.ts'
import type { SetUpItem } from './set-up.ts'

/** Of so many homes the list says what they lack. */
const MOST_HOMES = 20

/** What is left to do on a live site before its first guest. Null in the demo, and once it is all done or put away. */
export async function getSetUp(services: Services): Promise<SetUpItem[] | null> {
  if (services.config.demo) return null
  const [row] = await services.db.select({ done: site.setupDone }).from(site)
  if (!row || row.done.includes('all')) return null
  const items = await listSteps(services, row.done)
  return items.every(({ isDone }) => isDone) ? null : items
}

/** Each step, done or not. */
export async function listSteps(services: Services, said: readonly string[]): Promise<SetUpItem[]> {
  const homes = await readHomes(services)
  return [...(await siteSteps(services)), ...homeSteps(homes), ...(await dayToDaySteps(services, said))]
}

type Homes = { slug: string; published: boolean; missing: Missing[] }[]

async function readHomes(services: Services): Promise<Homes> {
  const { db } = services
  const rows = await db
    .select()
    .from(properties)
    .where(ne(properties.status, 'retired'))
    .orderBy(asc(properties.displayOrder))
    .limit(MOST_HOMES)
  const homes: Homes = []
  for (const home of rows) {
    const { slug, published } = home
    homes.push({ slug, published, missing: published ? [] : await listMissing(services, db, home) })
  }
  return homes
}

async function siteSteps(services: Services): Promise<SetUpItem[]> {
  const remains = await readRemains(services)
  const ofSite = remains.filter(({ kind }) => kind === 'brand' || kind === 'email' || kind === 'social')
  const drafts = remains.filter(({ kind }) => kind === 'legal').map(({ what }) => what)
  return [
    {
      ...{ step: 'site', title: 'The site', path: '/admin/site', action: 'Change the site' },
      detail:
        ofSite.length > 0 ? `Still the demo’s: ${ofSite.map(({ what }) => what).join(', ')}` : 'Name and addresses',
      isDone: ofSite.length === 0,
    },
    {
      ...{ step: 'legal', title: 'Legal pages', path: '/admin/legal', action: 'Read them' },
      detail: drafts.length > 0 ? `Still a draft: ${drafts.join(', ')}` : 'Privacy, terms, and accessibility',
      isDone: drafts.length === 0,
    },
  ]
}

/** The steps of the homes. A step is done once no draft lacks it; those of published homes were done before. */
function homeSteps(homes: Homes): SetUpItem[] {
  const published = homes.filter((home) => home.published).length
  const lacking = (page: string) =>
    homes.filter(({ missing }) => missing.some((one) => one.level === 'must' && one.page === page))
  const step = (name: 'photos' | 'prices' | 'taxes', title: string, page: string): SetUpItem => {
    const left = lacking(page)
    const [first] = left
    return {
      ...{ step: name, title, action: 'Open' },
      detail: left.length > 0 ? `Missing for ${countOf(left.length, 'home')}` : 'For each home',
      isDone: homes.length > 0 && left.length === 0,
      path: first ? `/admin/homes/${first.slug}/${page}` : '/admin/homes',
    }
  }
  return [
    {
      ...{ step: 'homes', title: 'The homes', path: '/admin/homes', action: 'Open the homes' },
      detail:
        published > 0 ? `${countOf(published, 'home')} published` : 'None is published, so guests read “Opening soon”',
      isDone: published > 0,
    },
    step('photos', 'Photos', 'photos'),
    step('prices', 'Prices', 'prices#change-nightly'),
    step('taxes', 'Taxes', 'prices#add-tax'),
    {
      ...{ step: 'policy', title: 'Cancellation policy', action: 'Open' },
      detail: 'You confirm it when you publish a home',
      isDone: published > 0,
      path: homes[0] ? `/admin/homes/${homes[0].slug}/prices#change-cancellation` : '/admin/homes',
    },
  ]
}

type Seen = { pays: boolean; mailed: boolean; feeds: boolean; booked: boolean }

async function dayToDaySteps(services: Services, said: readonly string[]): Promise<SetUpItem[]> {
  const { db, config, gateway } = services
  const { rows } = await db.execute<Seen>(sql`select
    exists (select from site where payment_text is not null) as pays,
    exists (select from email_logs where template = 'set-up-test' and status = 'sent') as mailed,
    exists (select from calendar_feeds) as feeds,
    exists (select from bookings) as booked`)
  const seen = rows[0] ?? { pays: false, mailed: false, feeds: false, booked: false }
  return [
    {
      ...{ step: 'payment', title: 'How guests pay', path: '/admin/site#payment', action: 'Say how' },
      detail: gateway ? 'By card' : 'A text, a deposit, and the days',
      isDone: gateway !== null || seen.pays,
    },
    {
      ...{ step: 'mail', title: 'Email', path: '/admin/site', action: 'Change the address' },
      detail: config.smtpUrl
        ? 'Send a test to the address of the site'
        : 'Set SMTP_URL on the server, then start the site again',
      isDone: Boolean(config.smtpUrl) && seen.mailed,
    },
    {
      ...{ step: 'calendars', title: 'Calendars of other sites', path: '/admin/calendars', action: 'Add one' },
      detail: 'So that Airbnb, Vrbo, and this site never sell the same night',
      isDone: seen.feeds || said.includes('calendars'),
    },
    {
      ...{ step: 'backup', title: 'A backup', path: '/admin/set-up#backup', action: 'How' },
      detail: 'Made every night, and restored once',
      isDone: said.includes('backup'),
    },
    {
      ...{ step: 'booking', title: 'A booking of your own', path: '/search', action: 'Book' },
      detail: 'Book a stay as a guest would, answer it, and cancel it',
      isDone: seen.booked,
    },
  ]
}
