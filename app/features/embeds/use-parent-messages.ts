import { useEffect, useEffectEvent } from 'react'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { SAY_AGAIN } from './frame-messages.ts'

/** The height of what the frame shows, in pixels. */
const contentOf = () => document.querySelector('main') ?? document.body

/**
 * Tells the page that holds the frame its height, and the stay and total that are chosen; all of it again when that page
 * asks. Messages name their target's origin; with none, or outside a frame, nothing is sent.
 */
export function useParentMessages(origin: string | null, told: { total: string | null; stay: Stay | null }) {
  const stay = told.stay && stayToQuery(told.stay)
  const { total } = told
  const tell = (message: object) => {
    if (origin && window.parent !== window) window.parent.postMessage(message, origin)
  }
  const tellChoice = useEffectEvent(() => tell({ total, stay }))
  const tellHeight = useEffectEvent(() => tell({ iframeHeight: Math.ceil(contentOf().scrollHeight) }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what there is to tell
  useEffect(() => tellChoice(), [total, stay])

  useEffect(() => {
    const observer = new ResizeObserver(() => tellHeight())
    observer.observe(contentOf())
    const sayAgain = (event: MessageEvent) => {
      if (event.source !== window.parent || event.data !== SAY_AGAIN) return
      tellHeight()
      tellChoice()
    }
    window.addEventListener('message', sayAgain)
    return () => {
      observer.disconnect()
      window.removeEventListener('message', sayAgain)
    }
  }, [])
}
