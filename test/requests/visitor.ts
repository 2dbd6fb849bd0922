import {
  buttonOf,
  type FormSearch,
  formOf,
  readServedPage,
  type ServedPage,
  sentBy,
  type Typed,
} from './served-page.ts'

const REDIRECTS = [301, 302, 303, 307, 308]

/** Somebody whose browser runs no script. It keeps the site's cookies. */
export type Visitor = {
  open(path: string, as?: 'document' | 'iframe'): Promise<ServedPage>
  /** Fills the form with this button, sends it, and follows the redirect. */
  send(page: ServedPage, form: FormSearch, typed?: Typed): Promise<ServedPage>
  /** Loses all cookies. */
  forget(): void
}

/** A visitor of the site of `origin`, whose requests `answer` answers. */
export function visitorOf(origin: string, answer: (request: Request) => Promise<Response> | Response): Visitor {
  const cookies = new Map<string, string>()
  async function ask(url: URL, init: RequestInit = {}, redirects = 0): Promise<ServedPage> {
    const headers = new Headers({ accept: 'text/html', 'sec-fetch-dest': 'document', ...init.headers })
    if (init.method === 'POST') headers.set('origin', origin)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const given = await answer(new Request(url, { ...init, headers, redirect: 'manual' }))
    for (const cookie of given.headers.getSetCookie()) keep(cookie)
    const location = given.headers.get('location')
    if (redirects > 10) throw new Error(`${url} leads round and round`)
    if (location && REDIRECTS.includes(given.status)) {
      return ask(new URL(location, url), { headers: init.headers }, redirects + 1)
    }
    return readServedPage({ status: given.status, url, headers: given.headers, html: await given.text() })
  }
  function keep(cookie: string) {
    const [pair = ''] = cookie.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/;\s*max-age=0\b|;\s*expires=thu, 01 jan 1970/i.test(cookie)) cookies.delete(name)
    else cookies.set(name, pair.slice(name.length + 1))
  }
  return {
    open: (path, as = 'document') => ask(new URL(path, origin), { headers: { 'sec-fetch-dest': as } }),
    forget: () => cookies.clear(),
    send(page, search, typed) {
      const form = formOf(page, search)
      const body = sentBy(form, search.button, typed)
      const button = buttonOf(form, search.button)
      const url = new URL(button.action ?? form.action, page.url)
      url.hash = ''
      const texts = [...body].map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : value.name,
      ])
      if ((button.method ?? form.method) === 'post')
        return ask(url, { method: 'POST', body: form.isMultipart ? body : new URLSearchParams(texts) })
      url.search = `${new URLSearchParams(texts)}`
      return ask(url)
    },
  }
}
