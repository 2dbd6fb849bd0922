import type { Page } from '@playwright/test'
import pLimit from 'p-limit'
import { ask } from '../ask.ts'
import { expect, test } from '../page.ts'
import { type Site, startSite } from '../site.ts'

const PROPERTY = 'lake-keowee'
const ID = '00000000-0000-4000-8000-000000000000'

/** Each page of the back office, with a home and stays that the demo has. */
const PAGES = [
  '/admin',
  '/admin/bookings?view=all',
  '/admin/bookings/new',
  '/admin/calendar',
  '/admin/decline-texts',
  '/admin/saved-answers',
  '/admin/inbox',
  '/admin/inbox/new?q=lake',
  '/admin/history',
  '/admin/calendars',
  '/admin/turnovers',
  '/admin/more',
  '/admin/search?q=lake',
  '/admin/homes',
  ...['prices', 'rules', 'page', 'guide', 'why', 'copy'].map((page) => `/admin/homes/${PROPERTY}/${page}`),
  '/admin/codes',
  '/admin/site',
  '/admin/site/home',
  '/admin/site/look',
  '/admin/site/owners',
  '/admin/site/contact',
  '/admin/giveaway',
  '/admin/legal',
  '/admin/no-such-page',
]

/** Keys of an address that no link and no search of its page has in the demo. */
const MORE_KEYS: Record<string, string[]> = {
  '/admin/calendar': ['day', 'property', 'show', 'properties', 'first', 'last', 'what', 'at', 'only', 'changed'],
  '/admin/bookings/new': ['property', 'checkIn', 'checkOut', 'adults', 'pets'],
  '/admin/inbox/new': ['q', 'to', 'booking'],
  '/admin/history': ['property', 'booking', 'operator', 'page', 'to'],
  [`/admin/homes/${PROPERTY}/page`]: ['image'],
}

/** Forms that a page shows only in some state, with their fields. */
const HIDDEN_FORMS: [path: RegExp, intents: string[], fields: Record<string, string>][] = [
  [
    /^\/admin\/bookings\/[^/]+$/,
    [
      'confirm',
      'decline',
      'cancel',
      'refund',
      'paid-elsewhere',
      'request-payment',
      'withdraw-payment',
      'refunded-elsewhere',
    ],
    { amount: '1.00', message: 'Sorry', note: 'check 1', key: 'key-0123456789', shown: '0', notifyGuest: 'yes' },
  ],
  [/^\/admin\/calendars/, ['read', 'read-empty', 'remove', 'settle', 'renew'], { id: ID, slug: PROPERTY }],
  [
    /^\/admin\/turnovers/,
    ['renew', 'revoke', 'handled', 'change'],
    { id: ID, name: 'Ann', propertyIds: ID, email: '' },
  ],
  [
    /^\/admin\/calendar$/,
    ['change', 'note', 'open-nights', 'remove-block'],
    { id: ID, first: '2027-01-02', last: '2027-01-02' },
  ],
  [/^\/admin\/history/, ['undo'], { id: ID }],
]

/** Percent-encoded, because some are no text. With `npm test -- --all` all of them, and by default one of each kind. */
const HOSTILE = [
  'Ada%00Guest',
  '%ED%A0%80',
  '',
  '9999999999999999999999',
  '-1',
  '1e309',
  '2026-02-31',
  'constructor',
  encodeURIComponent('{"a":[1]}'),
  'x'.repeat(9_000),
]

type SeenForm = { path: string; fields: [string, string][] }

/** The forms that a page posts, with what they would send, and the keys of its links and searches. */
async function readPage(page: Page, address: string) {
  await page.goto(address)
  return page.evaluate(() => {
    // Not `form.action`: a field may have that name.
    const addressOf = (form: HTMLFormElement) => new URL(form.getAttribute('action') ?? '', location.href)
    const forms = [...document.forms].filter(
      (form) => form.method === 'post' && addressOf(form).pathname.startsWith('/admin'),
    )
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/admin"]')].map(({ href }) => href)
    const searches = [...document.forms].filter((form) => form.method === 'get')
    return {
      links: links.map((href) => href.replace(location.origin, '')),
      keys: [
        ...links.flatMap((href) => [...new URL(href).searchParams.keys()]),
        ...searches.flatMap((form) => [...new FormData(form).keys()]),
      ],
      forms: forms.map((form) => {
        const sent = [...new FormData(form, form.querySelector<HTMLButtonElement>('button[name]'))]
        const fields = sent.flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' ? [[name, value]] : [],
        )
        // Boxes and choices that are not ticked are fields, too.
        const others = [...form.elements].flatMap((one) => (one as HTMLInputElement).name || [])
        const missing = [...new Set(others)].filter((name) => fields.every(([known]) => known !== name))
        const address = addressOf(form)
        return {
          path: address.pathname + address.search,
          fields: [...fields, ...missing.map((name): [string, string] => [name, 'on'])],
        }
      }),
    }
  })
}

const bodyOf = (fields: (readonly [string, string])[]) => fields.map((pair) => pair.join('=')).join('&')
const encoded = (fields: [string, string][]) =>
  fields.map(([name, value]) => [encodeURIComponent(name), encodeURIComponent(value.toWellFormed())] as const)

/** Rows of a form have the same fields, with another number. */
const kindOf = (name: string) => name.replaceAll(/[\da-f-]{36}|\d+/g, '')

/** The bodies with one hostile value each: in the place of each field, twice, or missing. */
function attacksOn({ fields }: SeenForm): string[] {
  const sent = encoded(fields)
  const kinds = new Map(sent.map(([name], at) => [kindOf(name), { name, at }]))
  return [...kinds.values()].flatMap(({ name, at }) => {
    const others = sent.filter((_, index) => index !== at)
    const wrong = HOSTILE.map((value) => bodyOf([...others, [name, value]]))
    return [...wrong, bodyOf(others), bodyOf([...sent, [name, 'x']])]
  })
}

/** Asks for everything, a few at a time, and returns what the server failed at. */
async function failuresOf(site: Site, requests: { path: string; body?: string }[]): Promise<string[]> {
  const limit = pLimit(4)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' }
  const answers = await limit.map(requests, async ({ path, body }) => {
    const options = body === undefined ? {} : { method: 'POST', headers, body }
    const { status } = await ask(site.url + path, options)
    return status >= 500 ? [`${status} ${path} ${body?.slice(0, 300) ?? ''}`] : []
  })
  return answers.flat()
}

/** Where the browser's router posts a form: only the action runs. */
const dataPath = (path: string) => path.replace(/(?=\?|$)/, '.data')

const intentOf = ({ fields }: SeenForm) => fields.find(([name]) => name === 'intent')?.[1] ?? ''

/** One form of each kind: lists repeat theirs for each item. */
const kindsOf = (forms: SeenForm[]) => [
  ...new Map(forms.map((form) => [`${form.path.split('?')[0]} ${intentOf(form)}`, form])).values(),
]

/** A site of its own: some of what is sent is a valid change, such as of a home's fees. */
let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site.stop())

test('no form and no address of the back office makes the server fail, whatever is sent', { tag: '@slow' }, async ({
  visit,
}) => {
  test.setTimeout(480_000)
  const page = await visit(`${site.url}/admin`, { javaScript: false, expected: [/^404 GET .*no-such-page/] })
  const { links } = await readPage(page, `${site.url}/admin/bookings?view=all`)
  const stays = [...new Set(links)].filter((link) => /^\/admin\/bookings\/DEMO-\d+$/.test(link))
  const [pending, confirmed] = [stays.at(0), stays.at(-1)]
  const ofPage = await readPage(page, `${site.url}/admin/homes/${PROPERTY}/page`)
  const sections = ofPage.links.filter((link) => link.includes('?section='))
  const forms: SeenForm[] = []
  const requests = ['q', 'view', 'page', 'property'].flatMap((key) =>
    HOSTILE.map((value) => ({ path: `/admin/bookings.csv?${key}=${value}` })),
  )
  for (const path of [...PAGES, ...new Set(sections), pending ?? '', confirmed ?? '', `${confirmed}/move`]) {
    const seen = await readPage(page, site.url + path)
    const [plain = ''] = path.split('?')
    forms.push(...seen.forms)
    for (const [match, intents, fields] of HIDDEN_FORMS) {
      if (match.test(plain))
        forms.push(...intents.map((intent) => ({ path: plain, fields: Object.entries({ intent, ...fields }) })))
    }
    for (const value of HOSTILE) {
      requests.push({ path: `${plain}/${value}` })
      for (const key of new Set([...seen.keys, ...(MORE_KEYS[plain] ?? [])]))
        requests.push({ path: `${plain}?${key}=${value}` })
    }
  }
  const kinds = kindsOf(forms)
  expect(kinds.map(intentOf)).toEqual(
    expect.arrayContaining(['cancellation', 'legal', 'season', 'guide', 'rooms', 'note', 'change']),
  )
  const bodies = kinds.flatMap((form) => attacksOn(form).map((body) => ({ path: dataPath(form.path), body })))
  expect(await failuresOf(site, [...requests, ...bodies])).toEqual([])
})
