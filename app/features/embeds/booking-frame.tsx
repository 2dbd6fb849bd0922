import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Stay, stayFromQuery } from '#app/shared/stay.ts'
import type { Choice } from './booking-bar.tsx'
import { bookingAddress, type FrameEmbed, type PriceFields } from './embeds.ts'
import { FRAME_HEIGHT } from './frame-height.ts'
import { type FrameMessage, readFrameMessage, SAY_AGAIN } from './frame-messages.ts'
import { useWatchdog } from './use-watchdog.ts'

/** Space that the header and a little air take above a sticky card, in pixels. */
const STICKY_ROOM = 130

/** Listens to the frame: only to its own window, and only from the provider's origin. */
function useFrameMessages(origin: string | null, onMessage: (message: FrameMessage) => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  const tell = useEffectEvent(onMessage)
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== (origin ?? window.location.origin)) return
      const message = readFrameMessage(event.data, { ours: origin === null })
      if (message) tell(message)
    }
    window.addEventListener('message', receive)
    // The frame stands in the served page and may have spoken before this page could listen: our own says it again.
    if (origin === null) frame.current?.contentWindow?.postMessage(SAY_AGAIN, '/')
    return () => window.removeEventListener('message', receive)
  }, [origin])
  return frame
}

/** Whether the visitor walks the page by keys: they step into a frame from afar, and one that is not loaded has nothing to step on. */
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

type Props = {
  embed: FrameEmbed
  stay: Stay | null
  /** What the page's address says of the price. */
  price: PriceFields
  heading: string
  contactPath: string
  /** That of the stay, in words; null while there is none. */
  total: string | null
  /** The stay and its total in words whenever the frame tells of them, for the phone's bar. */
  onChoice: (choice: Choice) => void
}

/** Whether what our own frame loaded is no booking page: the browser's words for a broken connection, or none at all. */
function isBroken(frame: HTMLIFrameElement): boolean {
  const page = frame.contentDocument
  if (page?.URL === 'about:blank' || page?.readyState === 'loading') return false
  return !page?.querySelector('main')
}

/** The provider's booking frame on a home's page, with its space reserved and a way on when it stays silent. */
export function BookingFrame({ embed, stay, price, heading, contactPath, total, onChoice }: Props) {
  const [height, setHeight] = useState(FRAME_HEIGHT)
  const [alive, setAlive] = useState(false)
  const [broken, setBroken] = useState(false)
  const [tries, setTries] = useState(0)
  const [room, setRoom] = useState(false)
  // Another's frame says its height once, and is not there before somebody listens.
  const [listening, setListening] = useState(embed.origin === null)
  useEffect(() => setListening(true), [])
  const address = bookingAddress(embed, stay, price)
  const frame = useFrameMessages(embed.origin, (message) => {
    setAlive(true)
    if (message.iframeHeight !== undefined) setHeight(message.iframeHeight)
    if (message.total === undefined) return
    onChoice({ total: message.total, stay: stayFromQuery(new URLSearchParams(message.stay ?? '')) })
  })
  const tabbing = useTabbing()
  const late = useWatchdog('booking frame', { watching: useInView(frame), alive })
  const check = () => setBroken(embed.origin === null && frame.current !== null && isBroken(frame.current))

  // The frame stands in the served page and may have failed before this page could listen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once is what is meant
  useEffect(check, [])

  useEffect(() => {
    const measure = () => setRoom(window.innerHeight >= height + STICKY_ROOM)
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [height])

  return (
    <section
      id="book"
      aria-labelledby="book-heading"
      className={`booking-frame on-night ${room ? 'lg:sticky lg:top-6' : ''}`}
    >
      <div className="booking-frame-head">
        <h2 id="book-heading" className="heading-small">
          {heading}
        </h2>
        {total && (
          <p aria-hidden="true">
            <strong>{total}</strong> in all
          </p>
        )}
      </div>
      {(late || broken) && (
        <div role="alert" className="booking-frame-trouble">
          <p>{broken ? 'The calendar could not be loaded.' : 'The calendar is taking longer than it should.'}</p>
          <p className="flex flex-wrap gap-3">
            {broken && (
              <button type="button" className="button button-outline" onClick={() => setTries(tries + 1)}>
                Try again
              </button>
            )}
            <a className="button button-outline" href={address} target="_blank" rel="noopener">
              Open it in a new tab
            </a>
            <a className="button button-outline" href={contactPath}>
              Write to us
            </a>
          </p>
        </div>
      )}
      {embed.origin !== null && (
        <noscript>
          <p className="booking-frame-trouble">
            <a href={address}>See the free nights and book</a>
          </p>
        </noscript>
      )}
      <div className="booking-frame-space">
        <iframe
          key={tries}
          ref={frame}
          title={heading}
          src={listening ? address : undefined}
          loading={tries > 0 || tabbing ? 'eager' : 'lazy'}
          allow="payment"
          {...(embed.sandbox ? { sandbox: embed.sandbox } : {})}
          className={broken ? 'invisible' : undefined}
          style={{ height }}
          onLoad={() => {
            check()
            if (!embed.speaks) setAlive(true)
          }}
        />
      </div>
      {!embed.speaks && (
        <p className="booking-frame-aside">
          Nothing here?{' '}
          <a className="link" href={address} target="_blank" rel="noopener">
            Open it in a new tab
          </a>
          , or{' '}
          <a className="link" href={contactPath}>
            write to us
          </a>
          .
        </p>
      )}
    </section>
  )
}
