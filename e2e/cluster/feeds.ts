import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { startCalendarServer } from '#test/servers/calendar-server.ts'
import { airbnbCalendar, type FeedEvent } from '#test/servers/calendars.ts'
import { query } from '#test/servers/postgres-pair.ts'
import { propertyOf, SLUGS, type Slug, todayOf } from '../stays.ts'
import type { Running } from './load.ts'

/** Nights that no guest of the load asks for. */
const FIRST_DAY = 370
const KEY = (slug: Slug) => `key-of-${slug}`
const exportOf = (slug: Slug) => `/calendar/${propertyOf(slug).id}/${KEY(slug)}.ics`

/** Calendars of another site that are read for each home, and who reads the homes' own calendars. */
export async function startFeeds(database: string) {
  const server = await startCalendarServer()
  const events = new Map<Slug, FeedEvent[]>(SLUGS.map((slug) => [slug, []]))
  const publish = (slug: Slug) => {
    const own = events.get(slug) ?? []
    server.answer(`/${slug}.ics`, airbnbCalendar(own), `"${own.length}"`)
  }
  const add = (slug: Slug) => {
    const own = events.get(slug) ?? []
    const from = addDays(todayOf(slug), FIRST_DAY + 3 * own.length)
    own.push({ uid: `${slug}-${own.length}`, from, to: addDays(from, 2) })
    publish(slug)
  }
  for (const slug of SLUGS) {
    add(slug)
    const of = [propertyOf(slug).id, `http://calendars.example/${slug}.ics`]
    await query(database, `insert into calendar_feeds (property_id, address, label) values ($1, $2, 'Airbnb')`, of)
    const values = [propertyOf(slug).id, KEY(slug), slug]
    await query(database, 'insert into calendar_exports (property_id, key, uid_token) values ($1, $2, $3)', values)
  }

  return {
    /** The settings with which the processes of the site find these calendars. */
    settings: {
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'calendars-elsewhere.ts')}`,
      CALENDARS_PORT: new URL(server.address('/')).port,
    },
    /** Somebody books on the other site again and again, and that site reads the homes' calendars. */
    async work(running: Running) {
      for (let turn = 0; !running.isOver(); turn += 1) {
        const slug = SLUGS[turn % SLUGS.length] as Slug
        add(slug)
        const answer = await running.answerOf('calendar of a home', exportOf(slug))
        const text = await answer?.text().catch(() => null)
        if (answer?.status === 200 && text && !text.includes('END:VCALENDAR')) running.odd.push(`calendar: ${text}`)
        if (answer && answer.status !== 200) running.odd.push(`calendar: ${answer.status}`)
        await wait(500)
      }
    },
    /** The nights of the other site's calendars. */
    nights: () => [...events].flatMap(([slug, own]) => own.map(({ from, to }) => `${slug} ${from} ${to}`)).sort(),
    /** The site has no quarter of an hour to wait. */
    makeDue: (url: string) => query(url, 'update calendar_feeds set next_sync_at = now()'),
    stop: () => server.close(),
  }
}

/** The nights that the site has imported from them. */
export async function importedNights(database: string): Promise<string[]> {
  const { rows } = await query(
    database,
    `select slug || ' ' || lower(nights) || ' ' || upper(nights) as nights
      from occupancies join properties on properties.id = property_id where kind = 'import' and feed_id is not null`,
  )
  return rows.map(({ nights }) => nights).sort()
}

/** The nights that the calendar of a home has, as the site at `url` sends it. Blocks side by side are one event. */
export async function exportedNights(url: string, slug: Slug): Promise<string[]> {
  const text = await (await fetch(`${url}${exportOf(slug)}`)).text()
  const days = [...text.matchAll(/^DT(?:START|END);VALUE=DATE:(\d{4})(\d\d)(\d\d)/gm)]
  const dates = days.map(([, ...date]) => date.join('-'))
  return dates.flatMap((from, at) => (at % 2 === 0 ? eachNight(from, dates[at + 1] ?? from) : []))
}
