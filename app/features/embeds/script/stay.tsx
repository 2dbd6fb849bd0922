import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { FoldedSearch } from '#app/features/search/form/folded-search.tsx'
import stayStyles from '#app/features/search/form/search-form.css?inline'
import { SearchForm } from '#app/features/search/form/search-form.tsx'
import skeleton from '#app/features/search/results/results-skeleton.css?inline'
import { ResultsSkeleton } from '#app/features/search/results/results-skeleton.tsx'
import type { SearchOffered } from '#app/features/search/search.ts'
import { MAX_LG } from '#app/shared/breakpoints.ts'
import { localDate } from '#app/shared/dates.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import focus from '#app/styles/focus.css?inline'
import tokens from '#app/styles/tokens.css?inline'
import button from '#app/ui/button.css?inline'
import reset from './shadow.css?inline'
import { showFallback } from './show-fallback.ts'

const styles = [reset, tokens, focus, button, stayStyles, skeleton].join('')

/** The site that this script was loaded from. */
const base = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? window.location.href).origin

const addressQuery = () => new URLSearchParams(window.location.search)

/** Sets stay and place in an address and leaves the rest unchanged. */
function setSearch(query: URLSearchParams, stay: Stay, place: string): void {
  for (const [name, value] of new URLSearchParams(stayToQuery(stay))) query.set(name, value)
  if (place) query.set('location', place)
  else query.delete('location')
}

/** Places and dates to choose from: in the plain form that this script replaces; on another site, asked for. */
function useOffered(element: HTMLElement): SearchOffered | null {
  const [offered, setOffered] = useState(() => {
    if (element.childElementCount === 0) return null
    const places = [...element.querySelectorAll<HTMLOptionElement>('select option')].flatMap(({ value }) => value || [])
    const [checkIn, checkOut] = [...element.querySelectorAll<HTMLInputElement>('[type=date]')].map(({ max }) => max)
    return { places, last: checkIn && checkOut ? { checkIn, checkOut } : null }
  })
  useEffect(() => {
    if (offered) return
    fetch(`${base}/api/places`)
      .then((answer) => answer.json())
      .then(setOffered)
      // Without them the search is everywhere.
      .catch(() => {})
  }, [offered])
  return offered
}

/** A guest's input in the plain form before this script loaded, as a URL query. Null when nothing changed. */
function typedBefore(element: HTMLElement): URLSearchParams | null {
  const form = element.querySelector('form')
  const fields = [...(form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select') ?? [])]
  const servedValue = (field: (typeof fields)[number]) =>
    'defaultValue' in field ? field.defaultValue : (field.querySelector<HTMLOptionElement>('[selected]')?.value ?? '')
  if (fields.every((field) => field.value === servedValue(field))) return null
  return new URLSearchParams(fields.map((field) => [field.name, field.value]))
}

/** Adds styles in pixels of the visitor's font size: `rem` follows the page's root, which many sites make smaller. */
function adoptStyles(shadow: ShadowRoot, styles: string): void {
  const probe = shadow.appendChild(document.createElement('p'))
  probe.style.all = 'initial'
  const letter = Number.parseFloat(getComputedStyle(probe).fontSize)
  probe.remove()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles.replace(/([\d.]+)rem/g, (_, count) => `${count * letter}px`))
  shadow.adoptedStyleSheets.push(sheet)
}

let laterStyles: Promise<string> | undefined

/**
 * Adds the styles of panels and results. They are a file beside this script, so that the form does not wait for them.
 */
async function adoptLaterStyles(shadow: ShadowRoot): Promise<void> {
  laterStyles ??= fetch(`${base}/embed/stay.css`).then((response) => response.text())
  laterStyles.catch(() => {
    laterStyles = undefined
  })
  const later = await laterStyles
  if (shadow.adoptedStyleSheets.length < 2) adoptStyles(shadow, later)
}

/** Defines an element that renders a React component in a shadow root, with our styles only. */
function define(name: string, part: (element: HTMLElement) => ReactNode): void {
  if (customElements.get(name)) return
  customElements.define(
    name,
    class extends HTMLElement {
      #root: Root | undefined
      connectedCallback() {
        const onUncaughtError = (error: unknown) =>
          showFallback(this, error, 'Open the search', `${base}/search${window.location.search}`)
        try {
          const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
          shadow.adoptedStyleSheets = []
          adoptStyles(shadow, styles)
          // Without them it works, and results ask again.
          adoptLaterStyles(shadow).catch(() => {})
          this.#root = createRoot(shadow, { onUncaughtError })
          this.#root.render(part(this))
        } catch (error) {
          onUncaughtError(error)
        }
      }
      disconnectedCallback() {
        this.#root?.unmount()
      }
    },
  )
}

type Results = { state: 'served' | 'loading' | 'failed' } | { state: 'found'; html: string; summary?: string }

type Policy = { createHTML(html: string): string }
type Policies = { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }

let policy: Policy | undefined

/** Our HTML as trusted types (`require-trusted-types-for`); a page that lists its policies must name `stay-results`. */
function trusted(html: string): string {
  policy ??= (window as Policies).trustedTypes?.createPolicy('stay-results', { createHTML: (same) => same })
  return policy ? policy.createHTML(html) : html
}

/** The server renders the results. Their first tag contains the text for screen readers. */
async function fetchResults(query: string, shadow: ShadowRoot, signal: AbortSignal): Promise<Results> {
  const [response] = await Promise.all([fetch(`${base}/embed/results${query}`, { signal }), adoptLaterStyles(shadow)])
  const html = await response.text()
  if (!response.ok) return { state: 'failed' }
  return { state: 'found', html: trusted(html), summary: /data-summary="([^"]*)/.exec(html)?.[1] }
}

/** Links and fields of the results that load other results, which replace them and get the focus. */
function followAddresses(box: HTMLElement, go: (query: URLSearchParams) => void): void {
  const goOn = (event: Event, query: URLSearchParams) => {
    event.preventDefault()
    box.focus({ preventScroll: true })
    if (box.getBoundingClientRect().top < 0) box.scrollIntoView()
    go(query)
  }
  box.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')?.getAttribute('href')
    if (link?.[0] === '?' && !event.ctrlKey && !event.metaKey && !event.shiftKey) goOn(event, new URLSearchParams(link))
  })
  box.addEventListener('submit', (event) => {
    const fields = [...new FormData(event.target as HTMLFormElement)] as [string, string][]
    goOn(event, new URLSearchParams(fields.filter(([, value]) => value)))
  })
}

/** The results of a query, fetched unless the page already contains them: those of `served`. */
function useResults(query: string, served: string | null, shadow: ShadowRoot) {
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<Results>({ state: 'loading' })
  const known = query === served

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is another request for the same search
  useEffect(() => {
    if (known) return
    const control = new AbortController()
    setAnswer({ state: 'loading' })
    fetchResults(query, shadow, control.signal)
      .then(setAnswer)
      .catch(() => control.signal.aborted || setAnswer({ state: 'failed' }))
    return () => control.abort()
  }, [query, tries])
  const results: Results = known ? { state: 'served' } : answer
  return { results, retry: () => setTries(tries + 1) }
}

/** The page's query string, and how often Back or Forward changed it. */
function useAddressQuery() {
  const [query, setQuery] = useState(window.location.search)
  const [visit, setVisit] = useState(0)
  useEffect(() => {
    const goBack = () => {
      // Going back from a fragment link does not change the query.
      if (window.location.search === query) return
      setQuery(window.location.search)
      setVisit((count) => count + 1)
    }
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [query])

  const go = (next: URLSearchParams) => {
    window.history.pushState(window.history.state, '', `?${next}`)
    setQuery(`?${next}`)
  }
  return { query, visit, go }
}

/** The search form with the results of the page's query below it. */
function StayResults({ element, typed }: { element: HTMLElement; typed: URLSearchParams | null }) {
  const { query, visit, go } = useAddressQuery()
  const [served] = useState(() => element.querySelector(':scope > [slot=served]') && query)
  const offered = useOffered(element)
  const [isNarrow] = useState(() => matchMedia(MAX_LG).matches)
  const { results, retry } = useResults(query, served, element.shadowRoot as ShadowRoot)
  const box = useRef<HTMLDivElement>(null)

  const search = (stay: Stay, place: string) => {
    const next = addressQuery()
    next.delete('cursor')
    setSearch(next, stay, place)
    go(next)
    const fold = element.shadowRoot?.querySelector('details')
    if (!fold?.open) return
    fold.open = false
    box.current?.focus()
  }
  // The pressed button disappears, so the focus has to move.
  const tryAgain = () => {
    box.current?.focus()
    retry()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it never changes
  useEffect(() => {
    if (box.current) followAddresses(box.current, go)
  }, [])

  return (
    <div className="stay-page">
      <FoldedSearch query={new URLSearchParams(isNarrow ? query : '')}>
        <SearchForm
          key={visit}
          today={localDate(new Date())}
          query={(visit === 0 && typed) || addressQuery()}
          offered={offered}
          button={query.includes('checkin=') ? 'Update' : 'Search'}
          onSearch={search}
        />
      </FoldedSearch>
      <p role="status" className="sr-only">
        {results.state === 'loading' && 'Looking for available homes'}
        {results.state === 'found' && results.summary}
      </p>
      <div ref={box} tabIndex={-1} className="stay-answer">
        {results.state === 'served' && <slot name="served" />}
        {results.state === 'loading' && <ResultsSkeleton />}
        {results.state === 'failed' && (
          <div role="alert" className="stay-note">
            <p>We couldn’t load the results. Your dates are still here, so please try again.</p>
            <p className="stay-actions">
              <button type="button" className="button button-outline" onClick={tryAgain}>
                Try again
              </button>
              {base !== window.location.origin && (
                <a className="button button-outline" href={`${base}/search${query}`} target="_blank" rel="noopener">
                  Open the search in a new tab
                </a>
              )}
            </p>
          </div>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own page, escaped by what rendered it */}
        {results.state === 'found' && <div dangerouslySetInnerHTML={{ __html: results.html }} />}
      </div>
    </div>
  )
}

function StaySearch({ element }: { element: HTMLElement }) {
  const offered = useOffered(element)
  const go = (stay: Stay, place: string) => {
    const results = new URL(element.getAttribute('results-url') ?? `${base}/search`, document.baseURI)
    setSearch(results.searchParams, stay, place)
    window.location.assign(results)
  }
  return (
    <SearchForm
      today={localDate(new Date())}
      query={typedBefore(element) ?? addressQuery()}
      offered={offered}
      button="Search"
      onSearch={go}
    />
  )
}

define('stay-search', (element) => <StaySearch element={element} />)

define('stay-results', (element) => <StayResults element={element} typed={typedBefore(element)} />)

// The hearts of this site: other sites do not load them.
if (base === window.location.origin) import(/* @vite-ignore */ `${base}/embed/save-button.js`).catch(() => {})
