import { MAX_SM } from '#app/shared/breakpoints.ts'
import { contactPath } from '#app/shared/paths/contact-path.ts'
import { stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import { EMBED_TIMEOUT_MS } from '../embed-timeout.ts'
import { MIN_OWN_HEIGHT, parseHeight } from '../frame-limits.ts'
import { showFallback } from './show-fallback.ts'

// A page opened from the frame must not inherit its sandbox. Our pages set COOP, which does not work in a sandbox.
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/** The site that this script was loaded from. */
const base = new URL((document.currentScript as HTMLScriptElement).src).origin

const FREE_NIGHTS = 'Check dates and book'

const STYLES = `
  :host { display: block }
  iframe { display: block; width: 100%; border: 0 }
  iframe[hidden] { height: 1px !important; visibility: hidden }
  a, p, div { all: initial; direction: ltr; font: 400 medium/1.5 var(--font-family-text, system-ui, sans-serif) }
  p, div { display: block; padding: 0 1.5em; background: var(--night, #161830); color: var(--night-text, #f1f2fa) }
  p:not(:empty) { padding-block: 1.5em 1em }
  div { padding-block-end: 0.75em }
  a {
    display: inline-block; padding: 0.85em 1.4em; border-radius: var(--border-radius, 3px);
    background: var(--ember, #f0a13a); color: var(--on-lit, #1d1305); font-weight: 600; cursor: pointer;
  }
  div a { margin: 0 0.75em 0.75em 0 }
  a:focus-visible {
    outline: 3px solid var(--focus, #161830); outline-offset: 2px; box-shadow: 0 0 0 2px var(--focus-gap, #fff);
  }
`

function link(words: string, href: string, target = '') {
  return Object.assign(document.createElement('a'), { href, textContent: words, target, rel: 'noopener' })
}

/**
 * Books a property on any page: a frame, or a link on phones. `home` is its id; stay and promo code come from the
 * page's address.
 */
class StayBook extends HTMLElement {
  static observedAttributes = ['home']
  #leave = new AbortController()

  connectedCallback() {
    try {
      this.#draw()
    } catch (error) {
      showFallback(this, error, FREE_NIGHTS, this.#page() + window.location.search)
    }
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null) {
    if (this.isConnected && this.shadowRoot && before !== now) this.connectedCallback()
  }

  disconnectedCallback() {
    this.#leave.abort()
  }

  #draw() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
    root.adoptedStyleSheets = [sheet]
    this.#leave.abort()
    this.#leave = new AbortController()
    const { signal } = this.#leave
    // On phones booking opens as a page, because nested scroll areas are hard to use by touch.
    const phone = window.matchMedia(MAX_SM)
    // A guest who rotates the phone while typing keeps the frame.
    phone.addEventListener('change', () => root.activeElement ?? this.connectedCallback(), { signal })
    root.replaceChildren(...(phone.matches ? [link(FREE_NIGHTS, this.#address())] : this.#frame(signal)))
  }

  #page() {
    return `${base}/embed/book/${encodeURIComponent(this.getAttribute('home') ?? '')}`
  }

  #stay() {
    return stayFromQuery(new URLSearchParams(window.location.search))
  }

  #address(more: Record<string, string> = {}): string {
    const stay = this.#stay()
    const query = new URLSearchParams(stay ? stayToQuery(stay) : '')
    const promo = new URLSearchParams(window.location.search).get('promo')
    for (const [name, value] of Object.entries({ ...more, place: this.dataset.place, promo })) {
      if (value) query.set(name, value)
    }
    const address = new URL(this.#page())
    address.search = query.toString()
    return address.href
  }

  #ways() {
    const ways = document.createElement('div')
    ways.append(
      link('Open the booking page in a new tab', this.#address(), '_blank'),
      link('Contact us', base + contactPath({ stay: this.#stay() }), '_blank'),
    )
    return ways
  }

  #frame(signal: AbortSignal) {
    const frame = document.createElement('iframe')
    frame.title = this.title || 'Book your stay'
    frame.allow = 'payment'
    frame.setAttribute('sandbox', SANDBOX)
    // About the height that the card needs until it sends its own, without and with a stay.
    frame.style.height = this.#stay() ? '600px' : '300px'
    frame.src = this.#address({ origin: window.location.origin })
    const status = document.createElement('p')
    status.setAttribute('role', 'status')
    const ways = this.#ways()
    let late: ReturnType<typeof setTimeout> | undefined
    // A frame far down the page loads only when the guest scrolls near.
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      watch.disconnect()
      late = setTimeout(() => {
        status.textContent = 'The calendar is taking longer than it should.'
        status.after(ways)
        // Hidden but still rendered: an unrendered frame would never report a late load.
        frame.hidden = true
      }, EMBED_TIMEOUT_MS)
    })
    watch.observe(frame)
    const stopWatching = () => {
      watch.disconnect()
      clearTimeout(late)
    }
    signal.addEventListener('abort', stopWatching)
    const receive = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.contentWindow || origin !== base) return
      stopWatching()
      status.textContent = ''
      ways.remove()
      frame.hidden = false
      const height = parseHeight(data, MIN_OWN_HEIGHT)
      if (height) frame.style.height = `${height}px`
    }
    window.addEventListener('message', receive, { signal })
    return [status, frame]
  }
}

if (!customElements.get('stay-book')) customElements.define('stay-book', StayBook)
