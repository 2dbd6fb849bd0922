import { addDays } from '#app/shared/dates.ts'
import { type Site, startSite } from '../e2e/site.ts'
import { type Baseline, fetchPage, startBareNode, startNginx } from './baselines.ts'
import { hasLoadGenerator, measure } from './load.ts'

/**
 * Requests per second for the pages that a guest sees before booking. The site logs as users run it. They are
 * compared with nginx with one worker, which serves the bytes of the home page from disk. They are also compared with a
 * bare Node server that serves them from memory. All take turns, so that a busy moment of the machine affects each of
 * them. Only the ratios of one run count. The load generator takes one core.
 */
const ROUNDS = 3
const SECONDS = 3
/** The maximum number of addresses in one turn. */
const MOST_ASKED = 60_000
/** First renderings are slower by far, and their stays are few. */
const MOST_FIRST = 3_000

/** Each request asks for the address that `next` returns for its number. `once`: no address is asked for twice. */
type Case = { name: string; next: (request: number) => string; once?: true }

/** Another stay for each number, 57,600 in all. */
function stayQuery(request: number): string {
  const checkIn = addDays(new Date().toISOString().slice(0, 10), 10 + (request % 300))
  const nights = 2 + (Math.floor(request / 300) % 6)
  const adults = 1 + (Math.floor(request / 1800) % 8)
  const children = Math.floor(request / 14_400) % 4
  const stay = { checkin: checkIn, checkout: addDays(checkIn, nights), adults: `${adults}`, children: `${children}` }
  return `${new URLSearchParams(stay)}`
}

async function casesOf({ url }: Site): Promise<Case[]> {
  const list = (await (await fetch(`${url}/api/properties`)).json()) as { id: string }[]
  const [, property = ''] = /href="(\/property\/[a-z0-9-]+)/.exec(await (await fetch(url)).text()) ?? []
  const frame = `/embed/book/${list[0]?.id}`
  const both = (name: string, path: string): Case[] => [
    { name: `${name}, first`, next: (request) => `${path}?${stayQuery(request)}`, once: true },
    { name: `${name}, again`, next: () => `${path}?${stayQuery(7)}` },
  ]
  return [
    { name: 'home page, cached', next: () => '/' },
    { name: 'page with an unknown query, another each time', next: (request) => `/?utm_source=${request}` },
    ...both('search with dates', '/search'),
    ...both('property with dates', property),
    { name: 'booking frame, without dates', next: () => frame },
    ...both('booking frame, with dates', frame),
    ...both('call for availability', '/api/availability'),
  ]
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

if (!hasLoadGenerator) {
  process.stdout.write('Not measured: wrk is not installed.\n')
  process.exit(0)
}
const site = await startSite({ RATE_LIMIT: 'off', LOG_LEVEL: 'info' })
const page = await fetchPage(`${site.url}/`)
const baselines = [await startNginx(page), await startBareNode(page)].filter((server) => server !== null)
try {
  await compare(await casesOf(site), baselines)
} finally {
  for (const { stop } of [...baselines, site]) await stop()
}

async function compare(cases: Case[], baselines: Baseline[]) {
  const speeds = new Map<string, number[]>()
  const add = (name: string, perSecond: number) => speeds.set(name, [...(speeds.get(name) ?? []), perSecond])
  for (const { next } of cases) await measure(site.url, 1, [next(0)])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, url } of baselines) add(name, (await measure(url, SECONDS, ['/'])).perSecond)
    for (const { name, next, once } of cases) {
      const count = once ? MOST_FIRST : MOST_ASKED
      const paths = Array.from({ length: count }, (_, request) => next(round * count + request + 1))
      const run = await measure(site.url, SECONDS, paths)
      if (run.failures > 0) throw new Error(`${name}: ${run.failures} requests failed`)
      if (once && run.perSecond * SECONDS > count) throw new Error(`${name}: there were not enough addresses`)
      add(name, run.perSecond)
    }
  }
  const speed = (name: string) => median(speeds.get(name) ?? [])
  const say = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
  say('page', 'requests/s', 'nginx : page', 'page : bare Node')
  say('---', '---:', '---:', '---:')
  for (const { name } of [...baselines, ...cases]) {
    const nginx = speeds.has('nginx') ? (speed('nginx') / speed(name)).toFixed(1) : 'not installed'
    say(name, Math.round(speed(name)), nginx, (speed(name) / speed('bare Node')).toFixed(2))
  }
}
