import { PAGE_SCOPES } from '#app/features/back-office/page-scopes.ts'
import { formOf, type ServedField, type ServedForm, type ServedPage, type Typed } from '#test/requests/served-page.ts'
import type { Visitor } from '#test/requests/visitor.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { type Site, startSite } from '../site.ts'

/** A site of its own: some of what is typed is right, and is stored. */
let site: Site
let operator: Visitor
test.beforeAll(async () => {
  test.setTimeout(120_000)
  // Each form is sent, also the one with the key of the channel manager. Nobody is asked about it.
  site = await startSite({ CHANNEX_API_URL: 'http://127.0.0.1:9' })
  operator = visitByRequests(site.url)
  addresses = await addressesOf()
})
test.afterAll(() => site.stop())

const PROPERTY = 'large-luxury'
const CSV = 'Confirmation code,Guest name,Start date,End date\nHM1,Ida Import,2031-06-03,2031-06-08\n'

/** Each page of the back office by its pattern, with a place of the demo or a new one. */
let addresses: [pattern: string, address: string][]

async function addressesOf() {
  const send = async (path: string, button: string, typed: Typed) =>
    operator.send(await operator.open(path), { button }, typed)
  const message = { name: 'Ada Guest', email: 'ada@example.com', message: 'Is it quiet there?' }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${site.url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) })
  const file = await send('/admin/import', 'Preview the file', { Home: PROPERTY, File: new File([CSV], 'stays.csv') })
  const issue = await send('/admin/newsletter', 'Save the draft', { Subject: 'First snow', Text: 'It came early.' })
  const { fields } = formOf(await operator.open('/admin/money/owners'), { button: 'Add the owner' })
  const properties = fields.filter(({ name }) => name === 'homes').map(({ value }) => value)
  await send('/admin/money/owners', 'Add the owner', { Name: 'Ann Bell', commissionPercent: '20', properties })
  const places: Record<string, string> = {
    slug: PROPERTY,
    page: 'home',
    '*': 'no-such-page',
    reference: await lastPartOf('/admin/bookings?view=needs-me', /^\/admin\/bookings\/[A-Z0-9]+-[A-Z0-9]+$/),
    conversation: await lastPartOf('/admin/inbox', /^\/admin\/inbox\/[\da-f-]{36}$/),
    post: await lastPartOf('/admin/journal', /^\/admin\/journal\/[\da-f-]{36}$/),
    owner: await lastPartOf('/admin/money/owners', /^\/admin\/money\/owners\/[\da-f-]{36}$/),
    file: file.url.pathname.split('/').at(-1) ?? '',
    issue: issue.url.pathname.split('/').at(-1) ?? '',
  }
  const pages = Object.keys(PAGE_SCOPES).map((pattern): [string, string] => {
    return [pattern, pattern.replace(/:(\w+)|\*/, (part, name) => places[name ?? part] ?? '')]
  })
  return [...pages, ...(await sectionsOf(pages))]
}

/** The sections of the pages that are edited one at a time. */
async function sectionsOf(pages: [pattern: string, address: string][]): Promise<[pattern: string, address: string][]> {
  const found = new Map<string, string>()
  for (const [pattern, address] of pages.filter(([pattern]) => /\/(?:page|guide|:page)$/.test(pattern))) {
    const page = await operator.open(address)
    const hrefs = page.links
      .map(({ href }) => new URL(href, page.url))
      .filter(({ search }) => /^\?section=/.test(search))
    for (const { pathname, search } of hrefs) found.set(`${pathname}${search}`, pattern)
  }
  return [...found].map(([address, pattern]) => [pattern, address])
}

/** The end of a page's link. */
async function lastPartOf(path: string, link: RegExp): Promise<string> {
  const found = (await operator.open(path)).links.find(({ href }) => link.test(href))
  if (!found) throw new Error(`${path} has no such link`)
  return found.href.split('/').at(-1) ?? ''
}

const posted = ({ forms }: ServedPage) => forms.filter(({ method }) => method === 'post')
const valueIn = ({ fields }: ServedForm, wanted: string) => fields.find(({ name }) => name === wanted)?.value ?? ''

/** Controls that nobody could use without a script. */
const problemsOf = ({ forms }: ServedPage, address: string): string[] =>
  forms.flatMap(({ method, text, fields, buttons }) => {
    const unnamed = fields.filter(({ kind, label }) => kind !== 'hidden' && !label)
    const isSearch = method === 'get' && fields.some(({ kind }) => kind === 'search')
    return [
      ...unnamed.map(({ name }) => `${address}: ${name} has no label`),
      ...(buttons.length === 0 && !isSearch ? [`${address}: ${text.slice(0, 60)} has no button`] : []),
    ]
  })

const isTyped = ({ kind }: ServedField) => kind === 'text' || kind === 'textarea'
/** Not those of a list, of a preview, or of another step. */
const savingButton = ({ buttons }: ServedForm) =>
  buttons.find(({ name, action, isOff }) => name !== '__intent__' && !action && !isOff)

/** Types into each line and text, and sends it. */
async function typeAndSend(page: ServedPage, form: ServedForm) {
  const button = savingButton(form)?.label ?? ''
  const alike = page.forms.filter(({ buttons }) => buttons.some(({ label }) => label === button))
  const typed = Object.fromEntries(form.fields.filter(isTyped).map(({ name }, at) => [name, `typed ${at}`]))
  return { typed, answer: await operator.send(page, { button, at: alike.indexOf(form) }, typed) }
}

test('without JavaScript each page of the back office is there, with a label and a button for whatever it asks; what is typed is stored, or is still there beside what is wrong', async () => {
  test.setTimeout(180_000)
  const outcomes = { refused: 0, stored: 0 }
  const wrong: string[] = []
  for (const [pattern, address] of addresses) {
    let page = await operator.open(address)
    expect([page.status, address]).toEqual([pattern.endsWith('*') ? 404 : 200, address])
    expect(page.headings[0], address).toBeTruthy()
    wrong.push(...problemsOf(page, address))
    const intents = new Set(posted(page).map((form) => valueIn(form, 'intent')))
    for (const intent of intents) {
      const form = posted(page).find((one) => valueIn(one, 'intent') === intent && savingButton(one))
      if (!form || form.isMultipart || !form.fields.some(isTyped)) continue
      const { typed, answer } = await typeAndSend(page, form)
      const name = `${pattern} ${intent} (${answer.status})`
      if (answer.notes.length === 0 && !/typed \d|Please/.test(answer.text)) wrong.push(`${name} says nothing`)
      if (answer.status < 400) {
        outcomes.stored += 1
        page = await operator.open(address)
        continue
      }
      outcomes.refused += 1
      const id = valueIn(form, 'id')
      const again = posted(answer).find((one) => valueIn(one, 'intent') === intent && valueIn(one, 'id') === id)
      const lost = Object.entries(typed).filter(([field, text]) => !again || valueIn(again, field) !== text)
      if (lost.length > 0 || answer.status >= 500) wrong.push(`${name} lost ${lost}`)
    }
  }
  expect(wrong).toEqual([])
  expect(outcomes.refused).toBeGreaterThan(30)
  expect(outcomes.stored).toBeGreaterThan(10)
})
