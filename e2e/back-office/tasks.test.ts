import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServedPage } from '#test/requests/served-page.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { elementsOf } from '../served-html.ts'
import { siteUrl } from '../site-url.ts'

/** What the document calls by its kind. */
const KINDS: Record<string, RegExp> = {
  'a booking': /^\/admin\/bookings\/[A-Z0-9]+-[A-Z0-9]+$/,
  'a home': /^\/admin\/homes\/[a-z-]+$/,
  'a conversation': /^\/admin\/inbox\/[\da-f-]{36}$/,
  'a page': /^\/admin\/site\/[a-z-]+$/,
}

/** The rows of the document: a task, and its way from Today in steps. The last one is on the page that is reached. */
async function tasksOf(document: string): Promise<[task: string, steps: string[]][]> {
  const text = await readFile(join(import.meta.dirname, '../..', document), 'utf8')
  const rows = text.match(/^\|[^|]+\|[^|]+ › [^|]+\|$/gm) ?? []
  return rows.map((row) => {
    const [task = '', way = ''] = row.split('|').slice(1, -1)
    return [task.trim(), way.split(' › ').map((step) => step.replaceAll('*', '').trim())]
  })
}

/** The names of the links, buttons, folds, fields, and headings of a page. */
function namesOn({ html, links, forms, headings }: ServedPage): string[] {
  const folds = elementsOf(html, 'summary').map((inside) => inside.replace(/<[^>]+>/g, ''))
  const inForms = forms.flatMap(({ fields, buttons }) => [...fields, ...buttons])
  return [...links, ...inForms].map(({ label }) => label).concat(folds, headings)
}

/** A name may go on with a number of what waits, or with the home that it is about. */
const startsWith = (start: string) => (name: string) =>
  name.startsWith(start) && !/[a-z]/.test(name[start.length] ?? '')

type Open = (path: string) => Promise<ServedPage>

/** Other journeys leave bookings and conversations of all states on the site. */
const MOST_TRIED = 10

/** The first step that the page before it lacks; null if all are there, on one of a kind. */
async function missingStep(open: Open, page: ServedPage, [step = '', ...later]: string[]): Promise<string | null> {
  if (later.length === 0) return namesOn(page).some(startsWith(step)) ? null : step
  const kind = KINDS[step]
  const links = page.links.filter(({ label, href }) => (kind ? kind.test(href) : startsWith(step)(label)))
  let missing: string | null = step
  for (const href of [...new Set(links.map((link) => link.href))].slice(0, kind ? MOST_TRIED : 1)) {
    missing = await missingStep(open, await open(href), later)
    if (missing === null) return null
  }
  return missing
}

test('each of forty tasks is found from Today in two moves, as the guide to the back office says', async () => {
  const message = { name: 'Ada Guest', email: 'ada@example.com', message: 'Is it quiet there?' }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${siteUrl()}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) })
  const operator = visitByRequests(siteUrl())
  const pages = new Map<string, ServedPage>()
  const open = async (path: string) => {
    const page = pages.get(path) ?? (await operator.open(path))
    pages.set(path, page)
    return page
  }
  const tasks = await tasksOf('docs/operating.md')
  expect(tasks.length).toBeGreaterThanOrEqual(40)
  expect(tasks.filter(([, steps]) => steps.length > 3)).toEqual([])
  const missing: string[] = []
  for (const [task, steps] of tasks) {
    const step = await missingStep(open, await open('/admin'), steps)
    if (step) missing.push(`${task}: ${step}`)
  }
  expect(missing).toEqual([])
})
