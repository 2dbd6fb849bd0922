import { useEffect, useRef, useState } from 'react'
import { copyAttributes, patchPage } from './patch-page.ts'
import './live-preview.css'

/** What is typed into a form, as it would be posted; null while it shows the stored values. */
export type TypedInput = { body: FormData | null }

type Props = {
  /** The address of the page as it is. What is typed is posted to it. */
  address: string
  /** The part of the page that the form is about, and the anchor of its place. */
  part: string
  at: string
  typed: TypedInput | null
  /** It fills a dialog, without the edge of a phone. */
  fills?: boolean
}

const WASH = 'color-mix(in srgb, var(--lit) 28%, transparent)'

/** The elements have the color of a lit window behind them. */
function mark(elements: readonly Element[]) {
  for (const element of elements) {
    if (!('style' in element)) continue
    const { style } = element as HTMLElement
    style.setProperty('background-color', WASH)
    style.setProperty('box-shadow', `0 0 0 0.35rem ${WASH}`)
    element.setAttribute('data-changed', '')
    element.closest('details')?.setAttribute('open', '')
  }
}

/** Scrolls the page in the frame to an element, unless it is in view. The page around it stays where it is. */
function scrollTo(frame: Document, element: Element | null) {
  const view = frame.defaultView
  if (!element || !view) return
  const { top, bottom } = element.getBoundingClientRect()
  // Without what stands at its edges, such as a price.
  const isInView = top >= view.innerHeight * 0.1 && bottom <= view.innerHeight * 0.8
  if (!isInView) view.scrollTo({ top: view.scrollY + top - view.innerHeight / 5, behavior: 'instant' })
}

/** The points that keep the input from being shown. */
const pointsOf = (page: Document) => [...page.querySelectorAll('main li')].map(({ textContent }) => textContent)

async function load({ address, part, typed }: Omit<Props, 'at'>, signal: AbortSignal) {
  const sent = typed?.body ? { method: 'POST', body: typed.body } : {}
  const url = typed?.body ? address : `${address}?${new URLSearchParams({ part })}`
  const response = await fetch(url, { ...sent, signal })
  // The page of a refusal has its style in it, which the policy of this one does not allow.
  const html = (await response.text()).replace(/<style>[^<]*<\/style>/, '')
  const page = new DOMParser().parseFromString(html, 'text/html')
  // Open, its bar shows what is in the head of the page.
  page.querySelector('aside[aria-label="Preview"]:not(:has([open]))')?.remove()
  for (const inner of page.querySelectorAll('iframe')) inner.removeAttribute('src')
  return { ok: response.ok, page }
}

/** Its links and forms do nothing, and it has no bar to scroll with: on a phone there is none. */
function prepare(page: Document) {
  page.body.inert = true
  page.documentElement.style.setProperty('scrollbar-width', 'none')
}

/** The page of the frame, once it is there. */
function useFramedPage() {
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<Document | null>(null)
  const onLoad = () => {
    const loaded = frame.current?.contentDocument
    if (!loaded?.body || loaded.readyState !== 'complete' || loaded.URL.startsWith('about:blank')) return
    prepare(loaded)
    setPage(loaded)
  }
  // It may have been loaded before this script.
  useEffect(onLoad, [])
  return { frame, page, onLoad }
}

/** Shows what is typed in the page of the frame, with the changed parts marked. Returns what keeps it from it. */
function useTyped({ address, part, at, typed }: Props, page: Document | null) {
  const [points, setPoints] = useState<string[] | null>(null)
  const stored = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (page) stored.current ??= page.body.cloneNode(true) as HTMLElement
    if (page) scrollTo(page, at ? page.getElementById(at) : page.body)
  }, [page, at])
  useEffect(() => {
    if (!page || !typed) return
    const stop = new AbortController()
    const show = async () => {
      const loaded = await load({ address, part, typed }, stop.signal)
      if (stop.signal.aborted) return
      setPoints(loaded.ok ? null : pointsOf(loaded.page))
      if (!loaded.ok) return
      prepare(loaded.page)
      if (!typed.body) stored.current = loaded.page.body
      const next = stored.current?.cloneNode(true) as HTMLElement
      mark(patchPage(next, loaded.page.body))
      patchPage(page.body, next)
      copyAttributes(page.documentElement, loaded.page.documentElement)
      scrollTo(page, page.querySelector('[data-changed]'))
    }
    // Without a connection, the last one stays.
    show().catch(() => {})
    return () => stop.abort()
  }, [address, part, page, typed])
  return points
}

/** A page as guests see it on a phone, with what is typed. */
export function LivePreview(props: Props) {
  const { frame, page, onLoad } = useFramedPage()
  const points = useTyped(props, page)
  const [src] = useState(() => `${props.address}?${new URLSearchParams({ part: props.part })}`)
  return (
    <div className="live-preview" data-fills={props.fills}>
      <div className="live-preview-phone">
        <iframe
          ref={frame}
          src={src}
          title="As guests see it, on a phone"
          sandbox="allow-same-origin"
          loading="lazy"
          onLoad={onLoad}
        />
      </div>
      <div role="status" className="live-preview-problem">
        {points && (
          <>
            <p>{points.length > 0 ? 'Please correct this to see it here:' : 'The preview can’t be shown right now.'}</p>
            <ul>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
