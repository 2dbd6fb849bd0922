import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FrameEmbed } from '#app/shared/booking-providers.ts'
import { type Stay, stayFromQuery } from '#app/shared/stay.ts'
import type { Choice } from './booking-bar.tsx'
import { bookingAddress, type PriceFields } from './embeds.ts'
import { FRAME_HEIGHT } from './frame-limits.ts'
import { type FrameMessage, parseFrameMessage, RESEND } from './frame-messages.ts'
import { useWatchdog } from './use-watchdog.ts'

/** The height that a vendor's sticky card needs beside its frame: its heading and its margins, in pixels. */
const STICKY_MARGIN = 130

/** Accepts messages only from the frame's own window and the provider's origin. */
function useFrameMessages(origin: string | null, onMessage: (message: FrameMessage) => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  const handle = useEffectEvent(onMessage)
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== (origin ?? window.location.origin)) return
      const message = parseFrameMessage(event.data, { ours: origin === null })
      if (message) handle(message)
    }
    window.addEventListener('message', receive)
    // The frame is in the served HTML, so its first messages may have arrived before this listener.
    if (origin === null) frame.current?.contentWindow?.postMessage(RESEND, '/')
    return () => window.removeEventListener('message', receive)
  }, [origin])
  return frame
}

/** Whether the visitor uses the Tab key. It can reach a frame far down the page, which then has to load. */
function useTabbing(): boolean {
  const [tabbing, setTabbing] = useState(false)
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === 'Tab' && setTabbing(true)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return tabbing
}

function useInView(target: { current: HTMLElement | null }) {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
    )
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return seen
}

/** Whether a vendor's card fits into the window, so that it can be sticky beside the page's text. */
function useFitsWindow(height: number): boolean {
  const [fits, setFits] = useState(false)
  useEffect(() => {
    const measure = () => setFits(window.innerHeight >= height + STICKY_MARGIN)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [height])
  return fits
}

/** Whether our own frame shows no booking page: the browser's network error page, or nothing. */
function isBroken(frame: HTMLIFrameElement): boolean {
  const page = frame.contentDocument
  if (page?.URL === 'about:blank' || page?.readyState === 'loading') return false
  return !page?.querySelector('main')
}

type Ways = { address: string; contactPath: string }

/** Shown above a frame that is late, or that failed and can be retried. */
function FrameError({ address, contactPath, onTryAgain }: Ways & { onTryAgain: (() => void) | null }) {
  return (
    <div role="alert" className="booking-frame-error">
      <p>{onTryAgain ? 'We couldn’t load the calendar.' : 'The calendar is taking longer than it should.'}</p>
      <p className="flex flex-wrap gap-3">
        {onTryAgain && (
          <button type="button" className="button button-outline" onClick={onTryAgain}>
            Try again
          </button>
        )}
        <a className="button button-outline" href={address} target="_blank" rel="noopener">
          Open it in a new tab
        </a>
        <a className="button button-outline" href={contactPath}>
          Contact us
        </a>
      </p>
    </div>
  )
}

/** Shown below a frame that sends no messages, because the page cannot know whether it loaded. */
function FrameAside({ address, contactPath }: Ways) {
  return (
    <p className="booking-frame-aside">
      Nothing here?{' '}
      <a className="link" href={address} target="_blank" rel="noopener">
        Open it in a new tab
      </a>{' '}
      or{' '}
      <a className="link" href={contactPath}>
        contact us
      </a>
      .
    </p>
  )
}

type Props = {
  embed: FrameEmbed
  stay: Stay | null
  /** The price's parameters in the page's address. */
  price: PriceFields
  heading: string
  contactPath: string
  /** When guests pay, and the cancellation policy; null if they are not known here. */
  terms: string | null
  /** The formatted total of the stay; null while there is none. */
  total: string | null
  /** How many other stays our own frame offers for dates that cannot be had. */
  nearest: number
  /** Called with the stay and its formatted total when the frame sends them, for the page's bar. */
  onChoice: (choice: Choice) => void
  /** Called when the frame's total with its button comes into the window or leaves it. */
  onActionInView: (isInView: boolean) => void
}

/** The frame's state, from its messages and its load events. */
function useFrameState({ embed, onChoice, onActionInView }: Pick<Props, 'embed' | 'onChoice' | 'onActionInView'>) {
  const [height, setHeight] = useState<number | null>(null)
  const [alive, setAlive] = useState(false)
  const [broken, setBroken] = useState(false)
  const frame = useFrameMessages(embed.origin, (message) => {
    setAlive(true)
    if (message.iframeHeight !== undefined) setHeight(message.iframeHeight)
    if (message.actionInView !== undefined) onActionInView(message.actionInView)
    if (message.total === undefined) return
    onChoice({ total: message.total, stay: stayFromQuery(new URLSearchParams(message.stay ?? '')) })
  })
  const late = useWatchdog('booking frame', { watching: useInView(frame), alive })
  const check = () => setBroken(embed.origin === null && frame.current !== null && isBroken(frame.current))
  // The frame is in the served HTML and may have failed before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once on purpose
  useEffect(check, [])
  const onLoad = () => {
    check()
    if (!embed.sendsMessages) setAlive(true)
  }
  return { frame, height, late, broken, onLoad }
}

/** The first state of our own frame, which decides the height that booking-frame.css reserves for it. */
function ownState({ stay, total }: Pick<Props, 'stay' | 'total'>): 'empty' | 'refused' | 'priced' {
  if (total !== null) return 'priced'
  return stay ? 'refused' : 'empty'
}

/** The provider's booking frame on a property page, with reserved space and fallback links. */
export function BookingFrame(props: Props) {
  const { embed, stay, price, heading, contactPath, terms, total } = props
  const { frame, height, late, broken, onLoad } = useFrameState(props)
  const isOwn = embed.origin === null
  const [own] = useState(isOwn ? ownState(props) : undefined)
  const [reservedFor] = useState(props.nearest)
  const [tries, setTries] = useState(0)
  // A vendor's frame sends its height only once, so it loads after this page listens.
  const [listening, setListening] = useState(isOwn)
  useEffect(() => setListening(true), [])
  const tabbing = useTabbing()
  const fits = useFitsWindow(height ?? FRAME_HEIGHT)
  const ways = { address: bookingAddress(embed, stay, price), contactPath }
  return (
    <section
      id="book"
      aria-labelledby="book-heading"
      className={`booking-frame on-night ${fits && !isOwn ? 'lg:sticky lg:top-6' : ''}`}
      data-own={own}
      style={{ '--nearest': reservedFor, ...(height !== null && { '--frame-height': `${height}px` }) } as CSSProperties}
    >
      <h2 id="book-heading" className="booking-frame-head heading-small">
        {heading}
      </h2>
      {(late || broken) && <FrameError {...ways} onTryAgain={broken ? () => setTries(tries + 1) : null} />}
      {!isOwn && (
        <noscript>
          <p className="booking-frame-error">
            <a href={ways.address}>Check dates and book</a>
          </p>
        </noscript>
      )}
      <div className="booking-frame-space">
        <iframe
          key={tries}
          ref={frame}
          title={heading}
          src={listening ? ways.address : undefined}
          loading={tries > 0 || tabbing ? 'eager' : 'lazy'}
          allow="payment"
          {...(embed.sandbox ? { sandbox: embed.sandbox } : {})}
          className={broken ? 'invisible' : undefined}
          onLoad={onLoad}
        />
      </div>
      {/* With a total, the frame says it for the chosen dates. */}
      {terms && total === null && <p className="booking-frame-aside">{terms}</p>}
      {!embed.sendsMessages && <FrameAside {...ways} />}
    </section>
  )
}
