import { type ReactNode, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { AvailableHome } from '#app/features/availability/availability.ts'
import { draftFromQuery, type Stay, stayToQuery } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import focus from '#app/styles/focus.css?inline'
import tokens from '#app/styles/tokens.css?inline'
import button from '#app/ui/button.css?inline'
import calendar from '#app/ui/calendar-grid.css?inline'
import stepper from '#app/ui/stepper.css?inline'
import { NoDates } from '../search/no-dates.tsx'
import { ResultsList } from '../search/results-list.tsx'
import { SearchForm } from '../search/search-form.tsx'
import { UnlitResults } from '../search/unlit-results.tsx'
import stayStyles from '../stay.css?inline'
import reset from './shadow.css?inline'

/** The engine's own address: wherever this script was loaded from. */
const base = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? window.location.href).origin

/** The visitor's date; how Canada writes it is how the project does. */
const today = () => new Date().toLocaleDateString('en-CA')

const addressQuery = () => new URLSearchParams(window.location.search)

/** The stay in the address, its dates in any order: the engine says what is wrong with them. */
function addressStay(): Stay | null {
  const { checkIn, checkOut, ...party } = draftFromQuery(addressQuery())
  return checkIn && checkOut ? { checkIn, checkOut, ...party } : null
}

/**
 * What a guest typed into the plain form that stood here until this script came, on a slow network late: as an address's
 * query. Null when nothing was changed.
 */
function typedBefore(element: HTMLElement): URLSearchParams | null {
  const form = element.querySelector('form')
  const fields = [...(form?.querySelectorAll('input') ?? [])]
  if (fields.every((field) => field.value === field.defaultValue)) return null
  return new URLSearchParams(fields.map((field) => [field.name, field.value]))
}

/** An element that draws a React part in a shadow root, with the engine's styles and none of the page's. */
function define(name: string, part: (element: HTMLElement) => ReactNode): void {
  if (customElements.get(name)) return
  customElements.define(
    name,
    class extends HTMLElement {
      #root: Root | undefined
      connectedCallback() {
        const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
        const sheet = new CSSStyleSheet()
        sheet.replaceSync([reset, tokens, focus, button, calendar, stepper, stayStyles].join('\n'))
        shadow.adoptedStyleSheets = [sheet]
        this.#root = createRoot(shadow)
        this.#root.render(part(this))
      }
      disconnectedCallback() {
        this.#root?.unmount()
      }
    },
  )
}

type Results =
  | { state: 'none' | 'served' | 'loading' | 'failed' }
  | { state: 'found'; homes: AvailableHome[]; stay: Stay }
  | { state: 'refused'; message: string }

async function fetchResults(stay: Stay, signal: AbortSignal): Promise<Results> {
  const response = await fetch(`${base}/api/availability?${stayToQuery(stay)}`, { signal })
  const answer = (await response.json()) as { homes?: AvailableHome[]; message?: string }
  if (response.status === 400 && answer.message) return { state: 'refused', message: answer.message }
  return response.ok && answer.homes ? { state: 'found', homes: answer.homes, stay } : { state: 'failed' }
}

/** What has come of the search, for those who do not see it. */
function saidOf(results: Results): string {
  if (results.state === 'found') return countOf(results.homes.length, 'home is free', 'homes are free')
  return results.state === 'loading' ? 'Looking for free homes' : ''
}

/** The results of the stay in the address. Those that the page itself came with are not asked for again. */
function StayResults({ served, typed }: { served: boolean; typed: URLSearchParams | null }) {
  const [first] = useState(addressStay)
  const [stay, setStay] = useState(first)
  const [visit, setVisit] = useState(0)
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<Results>({ state: 'loading' })
  let results: Results = stay ? answer : { state: 'none' }
  if (served && stay === first) results = { state: 'served' }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another request for the same stay
  useEffect(() => {
    if (!stay || (served && stay === first)) return
    const control = new AbortController()
    setAnswer({ state: 'loading' })
    fetchResults(stay, control.signal)
      .then(setAnswer)
      .catch(() => control.signal.aborted || setAnswer({ state: 'failed' }))
    return () => control.abort()
  }, [stay, tries])

  useEffect(() => {
    const goBack = () => {
      setStay(addressStay())
      setVisit((count) => count + 1)
    }
    window.addEventListener('popstate', goBack)
    return () => window.removeEventListener('popstate', goBack)
  }, [])

  const search = (next: Stay) => {
    window.history.pushState(window.history.state, '', `?${stayToQuery(next)}`)
    setStay(next)
  }
  return (
    <div className="stay-page">
      <div className="stay-box">
        <SearchForm
          key={visit}
          today={today()}
          query={(visit === 0 && typed) || addressQuery()}
          button={stay ? 'Update' : 'Search'}
          onSearch={search}
        />
      </div>
      <p role="status" className="sr-only">
        {saidOf(results)}
      </p>
      {results.state === 'none' && <NoDates />}
      {results.state === 'served' && <slot name="served" />}
      {results.state === 'loading' && <UnlitResults />}
      {results.state === 'refused' && (
        <p role="alert" className="stay-note stay-refused">
          {results.message}
        </p>
      )}
      {results.state === 'failed' && (
        <div role="alert" className="stay-note">
          <p>We could not look up the homes. Your dates are kept: please try again.</p>
          <button type="button" className="button button-outline" onClick={() => setTries(tries + 1)}>
            Try again
          </button>
        </div>
      )}
      {results.state === 'found' && (
        <ResultsList homes={results.homes} stay={results.stay} base={base === window.location.origin ? '' : base} />
      )}
    </div>
  )
}

define('stay-search', (element) => {
  const resultsUrl = element.getAttribute('results-url') ?? `${base}/search`
  const go = (stay: Stay) => window.location.assign(`${resultsUrl}?${stayToQuery(stay)}`)
  return <SearchForm today={today()} query={typedBefore(element) ?? addressQuery()} button="Search" onSearch={go} />
})

define('stay-results', (element) => (
  <StayResults served={element.querySelector(':scope > [slot=served]') !== null} typed={typedBefore(element)} />
))
