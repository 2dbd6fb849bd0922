import { useRef, useState } from 'react'

/** Runs work unless the previous run is in progress: a double click comes before `pending` is rendered. */
export function useSingleRun() {
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  async function run(work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setPending(true)
    try {
      await work()
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { pending, run }
}
