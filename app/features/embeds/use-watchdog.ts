import { useEffect, useState } from 'react'
import { EMBED_TIMEOUT_MS } from './embed-timeout.ts'

/**
 * Whether an embedded part failed to load in time. `watching` starts the timer, because a frame far down the page loads later;
 * `alive` stops it. A failure is reported once to the operator's log.
 */
export function useWatchdog(part: string, { watching, alive }: { watching: boolean; alive: boolean }): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!watching || alive) return
    const timer = setTimeout(() => {
      setLate(true)
      const report = JSON.stringify({ part, path: window.location.pathname })
      navigator.sendBeacon('/api/embed-failures', new Blob([report], { type: 'application/json' }))
    }, EMBED_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [part, watching, alive])
  return late && !alive
}
