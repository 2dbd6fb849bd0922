import { useEffect, useState } from 'react'
import type { EmbeddedPart } from './embeds.ts'
import { PATIENCE_MS } from './patience.ts'

/**
 * Whether an embedded part has failed to come alive in time. `watching` starts the clock (a frame far down the page is not
 * loaded yet); `alive` ends it. A failure is told to the operator's log, once.
 */
export function useWatchdog(part: EmbeddedPart, { watching, alive }: { watching: boolean; alive: boolean }): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!watching || alive) return
    const timer = setTimeout(() => {
      setLate(true)
      const report = JSON.stringify({ part, path: window.location.pathname })
      navigator.sendBeacon('/api/embed-failures', new Blob([report], { type: 'application/json' }))
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [part, watching, alive])
  return late && !alive
}
