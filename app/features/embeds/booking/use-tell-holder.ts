import { useEffect } from 'react'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'

/**
 * Tells the page that holds the frame its height, and the stay and total that are chosen. Messages name their target's origin;
 * with none, or outside a frame, nothing is sent.
 */
export function useTellHolder(origin: string | null, told: { total: string | null; stay: Stay | null }) {
  const stay = told.stay && stayToQuery(told.stay)
  const { total } = told

  useEffect(() => {
    if (!origin || window.parent === window) return
    window.parent.postMessage({ total, stay }, origin)
  }, [origin, total, stay])

  useEffect(() => {
    if (!origin || window.parent === window) return
    const content = document.querySelector('main') ?? document.body
    const tell = () => window.parent.postMessage({ iframeHeight: Math.ceil(content.scrollHeight) }, origin)
    const observer = new ResizeObserver(tell)
    observer.observe(content)
    return () => observer.disconnect()
  }, [origin])
}
