import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Stay } from '#app/shared/stay.ts'
import { bookingAddress, type FrameEmbed } from './embeds.ts'
import { FRAME_HEIGHT, type FrameMessage, readFrameMessage, SAY_AGAIN } from './frame-messages.ts'
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
      const message = readFrameMessage(event.data)
      if (message) tell(message)
    }
    window.addEventListener('message', receive)
    // The frame stands in the served page and may have spoken before this page could listen: our own says it again.
    if (origin === null) frame.current?.contentWindow?.postMessage(SAY_AGAIN, '/')
    return () => window.removeEventListener('message', receive)
  }, [origin])
  return frame
}

function useInView(target: { current: HTMLElement | null }) {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!target.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    observer.observe(target.current)
    return () => observer.disconnect()
  }, [target])
  return seen
}

type Props = {
  embed: FrameEmbed
  stay: Stay | null
  heading: string
  contactPath: string
  /** The total in words whenever the frame names one, for the phone's bar. */
  onTotal: (total: string | null) => void
}

/** The provider's booking frame on a home's page, with its space reserved and a way on when it stays silent. */
export function BookingFrame({ embed, stay, heading, contactPath, onTotal }: Props) {
  const [height, setHeight] = useState(FRAME_HEIGHT)
  const [alive, setAlive] = useState(false)
  const [room, setRoom] = useState(false)
  const address = bookingAddress(embed, stay)
  const frame = useFrameMessages(embed.origin, (message) => {
    setAlive(true)
    if (message.iframeHeight !== undefined) setHeight(message.iframeHeight)
    if (message.total !== undefined) onTotal(message.total)
  })
  const late = useWatchdog('booking frame', { watching: useInView(frame), alive })

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
      className={`on-night scroll-mt-24 overflow-hidden rounded-panel border border-line ${room ? 'lg:sticky lg:top-6' : ''}`}
    >
      <h2 id="book-heading" className="heading-small px-6 pt-6">
        {heading}
      </h2>
      {late && (
        <p className="px-6 pt-4 text-sm">
          The calendar is taking longer than it should.{' '}
          <a className="link" href={address} target="_blank" rel="noopener">
            Open it in a new tab
          </a>{' '}
          or{' '}
          <a className="link" href={contactPath}>
            write to us
          </a>
          .
        </p>
      )}
      <iframe
        ref={frame}
        title={heading}
        src={address}
        loading={stay ? 'eager' : 'lazy'}
        allow="payment"
        {...(embed.sandbox ? { sandbox: embed.sandbox } : {})}
        className="block w-full"
        style={{ height }}
      />
    </section>
  )
}
