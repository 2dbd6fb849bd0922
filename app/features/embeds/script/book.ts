import { stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import { believedHeight, FRAME_HEIGHT } from '../frame-height.ts'
import { PATIENCE_MS } from '../patience.ts'

// A page opened from the frame must not inherit its sandbox: our pages isolate themselves (COOP), which a sandboxed one cannot.
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/** Up to this a booking is a page of its own: a frame in a page that scrolls is no place for thumbs. */
const PHONE = '(max-width: 40rem)'

/** The engine's own address: wherever this script was loaded from. */
const base = new URL((document.currentScript as HTMLScriptElement).src).origin

const STYLES = `
  :host { display: block }
  iframe { display: block; width: 100%; border: 0 }
  a {
    display: inline-block; padding: 0.85rem 1.4rem; border-radius: 3px;
    background: var(--ember, #f0a13a); color: var(--on-lit, #1d1305);
    font: 600 1rem/1.5 var(--face-text, inherit); text-decoration: none;
  }
  a:focus-visible { outline: 3px solid var(--focus, currentColor); outline-offset: 3px }
`

/** The booking of a home on any page: `home` is its id; the stay in the page's address goes along. A frame, or on phones a link. */
class StayBook extends HTMLElement {
  #leave = new AbortController()

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
    root.adoptedStyleSheets = [sheet]
    root.replaceChildren(window.matchMedia(PHONE).matches ? this.#link('See free nights and book') : this.#frame(root))
  }

  disconnectedCallback() {
    this.#leave.abort()
    this.#leave = new AbortController()
  }

  #address(more: Record<string, string> = {}): string {
    const stay = stayFromQuery(new URLSearchParams(window.location.search))
    const query = [new URLSearchParams(more).toString(), stay ? stayToQuery(stay) : ''].filter(Boolean).join('&')
    return `${base}/embed/book/${encodeURIComponent(this.getAttribute('home') ?? '')}${query && `?${query}`}`
  }

  #link(words: string, target = '') {
    return Object.assign(document.createElement('a'), {
      href: this.#address(),
      textContent: words,
      target,
      rel: 'noopener',
    })
  }

  #frame(root: ShadowRoot) {
    const frame = document.createElement('iframe')
    frame.title = this.title || 'Book your stay'
    frame.allow = 'payment'
    frame.setAttribute('sandbox', SANDBOX)
    frame.style.height = `${FRAME_HEIGHT}px`
    frame.src = this.#address({ origin: window.location.origin })
    const { signal } = this.#leave
    let late: ReturnType<typeof setTimeout> | undefined
    // A frame far down the page is silent because nobody has come to it yet.
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      watch.disconnect()
      late = setTimeout(() => root.prepend(this.#link('Open the booking page in a new tab', '_blank')), PATIENCE_MS)
    })
    watch.observe(frame)
    const stopWatching = () => {
      watch.disconnect()
      clearTimeout(late)
    }
    signal.addEventListener('abort', stopWatching)
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.contentWindow || origin !== base) return
      stopWatching()
      root.querySelector('a')?.remove()
      const height = believedHeight(data?.iframeHeight)
      if (height) frame.style.height = `${height}px`
    }
    window.addEventListener('message', hear, { signal })
    return frame
  }
}

if (!customElements.get('stay-book')) customElements.define('stay-book', StayBook)
