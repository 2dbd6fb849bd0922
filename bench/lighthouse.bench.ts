import { chromium } from '@playwright/test'
import { comparisonPath } from '#app/features/search/comparison/comparison.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { bundledBrowser } from '../e2e/browser.ts'
import { freePort, startSite } from '../e2e/site.ts'
import { bookByCall, freeStay, pathOf, propertyOf, quoteOf, SLUGS } from '../e2e/stays.ts'

/**
 * Lighthouse on a simulated slow phone, for each public page of the built site with the demo. Writes the median of
 * three runs next to the target. Also writes the longest task as a part of all work of the main thread. Arguments
 * select pages (`npm run bench:lighthouse -- home search`). It uses the browser that npm installs, which is the same on
 * every machine. The last column shows the machine's speed during the run.
 */
const RUNS = 3
const LARGEST_PAINT_MS = 1_500

/** For a missing page the browser logs an error to its console, which costs four points. */
type Page = { name: string; path: string; frame?: boolean; noindex?: boolean; missing?: boolean }
type Figures = {
  scores: Record<string, number | null>
  paint: number
  shift: number
  /** The part of the main thread's work that is its longest task: nothing that a guest presses is answered meanwhile. */
  task: number
  failed: string[]
  /** Lighthouse's own benchmark of the machine; below 1,000 it considers it too slow for a fourfold slowdown. */
  machine: number
}

/** The part of Lighthouse's answer that is read here. */
type RunnerResult = {
  lhr: {
    runtimeError?: { code: string; message: string }
    audits: Record<string, Audit>
    categories: Record<string, { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
    environment: { benchmarkIndex: number }
  }
}
type Audit = {
  score: number | null
  numericValue?: number
  details?: { type: string; items?: { duration?: unknown }[] }
}
type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'silent'; ignoreStatusCode: boolean },
) => Promise<RunnerResult | undefined>

// Not one of the project's libraries: the command installs it into a folder of its own.
const program = new URL('./lighthouse/node_modules/lighthouse/core/index.js', import.meta.url)
const { default: lighthouse } = (await import(program.href)) as { default: Lighthouse }

const chosen = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function pagesOf(site: string): Promise<Page[]> {
  const stay = await freeStay('large-luxury', 4, { site })
  const dated = pathOf('large-luxury', stay)
  const { stayUrl } = (await (
    await bookByCall('lake-keowee', await freeStay('lake-keowee', 4, { site }), site)
  ).json()) as {
    stayUrl: string
  }
  const plain = ['contact', 'host-with-us', 'staycation', 'staycation/rules', 'privacy', 'terms', 'accessibility']
  const pages: Page[] = [
    { name: 'home', path: '/' },
    { name: 'search', path: '/search' },
    { name: 'search with dates', path: `/search${dated.slice(dated.indexOf('?'))}` },
    { name: 'comparison', path: comparisonPath(SLUGS, stay), noindex: true },
    { name: 'quote', path: new URL(await quoteOf('large-luxury', stay, site)).pathname, noindex: true },
    { name: 'guest page', path: new URL(stayUrl).pathname, noindex: true },
    ...SLUGS.map((slug) => ({ name: slug, path: propertyOf(slug).path, frame: true })),
    { name: 'home with dates', path: dated, frame: true },
    ...plain.map((name) => ({ name, path: `/${name}` })),
    { name: 'newsletter', path: '/newsletter' },
    { name: 'sign-in', path: '/sign-in', noindex: true },
    { name: 'booking frame', path: `/embed/book/${demoProperties[0]?.property.id}`, frame: true, noindex: true },
    { name: 'not found', path: '/nowhere', noindex: true, missing: true },
  ]
  return pages.filter(({ name }) => chosen.length === 0 || chosen.some((word) => name.includes(word)))
}

/**
 * One run in a new browser, without state from earlier runs. Newer browsers sometimes leave the start of the
 * page out of the trace, and then Lighthouse has to run again.
 */
async function visit(url: string, tries = 5): Promise<RunnerResult> {
  const port = await freePort()
  const found = await bundledBrowser()
  const browser = await chromium.launch({ ...found, args: [...(found.args ?? []), `--remote-debugging-port=${port}`] })
  const result = await lighthouse(url, { port, logLevel: 'silent', ignoreStatusCode: true }).finally(() =>
    browser.close(),
  )
  const error = result?.lhr.runtimeError
  if (result && !error) return result
  if (tries > 1 && error?.code === 'NO_NAVSTART') return visit(url, tries - 1)
  throw new Error(`${url}: ${error?.message}`)
}

function figuresOf({ lhr }: RunnerResult): Figures {
  const value = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN
  const weighed = Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
    id === 'performance' ? [] : auditRefs.filter(({ weight }) => weight > 0),
  )
  const tasks = lhr.audits['long-tasks']?.details
  const durations = tasks?.type === 'table' ? (tasks.items ?? []).map(({ duration }) => Number(duration)) : []
  const failed = weighed.map(({ id }) => id).filter((id) => (lhr.audits[id]?.score ?? 1) < 1)
  return {
    scores: Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, score && score * 100])),
    paint: value('largest-contentful-paint'),
    shift: value('cumulative-layout-shift'),
    task: Math.max(0, ...durations) / value('mainthread-work-breakdown'),
    failed,
    machine: lhr.environment.benchmarkIndex,
  }
}

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo']

/** One line of the list, and what is below its target, with the audits that cost points. */
function summarize(page: Page, runs: Figures[]): { line: string; short: string[] } {
  const score = (id: string) => Math.round(middle(runs.map(({ scores }) => scores[id] ?? 0)))
  const aims: Record<string, number> = {
    performance: page.frame ? 99 : 100,
    'best-practices': page.missing ? 96 : 100,
    seo: page.noindex ? 0 : 100,
  }
  const aimOf = (id: string) => aims[id] ?? 100
  const paint = middle(runs.map((run) => run.paint))
  const shift = middle(runs.map((run) => run.shift))
  const short = SCORES.filter((id) => score(id) < aimOf(id)).map((id) => `${id} ${score(id)} of ${aimOf(id)}`)
  if (!(paint < LARGEST_PAINT_MS)) short.push(`largest paint not under ${LARGEST_PAINT_MS} ms`)
  if (!(shift === 0)) short.push('layout shift not 0')
  const lost = new Set(runs.flatMap(({ failed }) => failed).filter((id) => id !== 'is-crawlable'))
  const figures = [...SCORES.map((id) => (aimOf(id) > 0 ? String(score(id)) : '-')), String(Math.round(paint))]
  const line =
    page.name.padEnd(20) +
    figures.map((figure) => figure.padStart(7)).join('') +
    shift.toFixed(4).padStart(8) +
    middle(runs.map(({ task }) => task))
      .toFixed(2)
      .padStart(7) +
    middle(runs.map((run) => run.machine))
      .toFixed(0)
      .padStart(9)
  return { line, short: short.length > 0 ? [...short, ...lost] : [] }
}

const site = await startSite({ LOG_LEVEL: 'warn' })
try {
  const heads = ['perf', 'access', 'best', 'seo', 'paint', ' shift', 'task', 'machine']
  say(`Lighthouse on a simulated slow phone, median of ${RUNS} runs, paint in ms, longest task as a part of all work`)
  say(''.padEnd(20) + heads.map((head) => head.padStart(Math.max(7, head.length + 2))).join(''))
  for (const page of await pagesOf(site.url)) {
    const runs: Figures[] = []
    while (runs.length < RUNS) runs.push(figuresOf(await visit(`${site.url}${page.path}`)))
    const { line, short } = summarize(page, runs)
    say(short.length > 0 ? `${line}  NOT MET: ${short.join(', ')}` : line)
    if (short.length > 0) process.exitCode = 1
  }
} finally {
  await site.stop()
}
