import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { askToSignIn } from '#app/features/operators/session-dialog.tsx'
import { CHANGED_AREAS, type ChangedArea } from '#app/shared/changed-areas.ts'
import { IN_BACKGROUND } from '#app/shared/http-headers.ts'
import type { Rail } from '../rail.ts'
import { type ChangeEvent, type FreshRail, RAIL_PATH } from './event-stream.ts'
import { followEvents } from './follow-events.ts'
import { pageRefresh } from './page-refresh.ts'

/** A page is loaded again at most this often. */
const PAUSE_MS = 2_000
/** How long the page waits for a form or a link that is underway. */
const BUSY_MS = 500
/** Events come every 20 s. After a silence of this length the page asks by itself, as often. */
const POLL_MS = 30_000

/** Null when it cannot be read; `ended` when nobody is signed in anymore. */
async function fetchRail(): Promise<FreshRail | 'ended' | null> {
  const answer = await fetch(RAIL_PATH, { cache: 'no-store', headers: { [IN_BACKGROUND]: '1' } }).catch(() => null)
  if (answer?.status === 401) return 'ended'
  return answer?.ok ? ((await answer.json().catch(() => null)) as FreshRail | null) : null
}

/** Asks to sign in when the session has ended. Once: whoever closes the dialog may want to copy what is typed. */
function useSignInOnce() {
  const hasAsked = useRef(false)
  return (read: FreshRail | 'ended' | null) => {
    if (read === 'ended' && !hasAsked.current) askToSignIn(null)
    if (read) hasAsked.current = read === 'ended'
  }
}

type Handlers = { onEvent: (event: ChangeEvent) => void; onSilence: () => void; onShown: () => void }

/** Calls `onEvent` for each event, and `onSilence` while none comes, or none will. `onShown`: the page may be visible again. */
function useEvents({ onEvent, onSilence, onShown }: Handlers) {
  const hear = useEffectEvent(onEvent)
  const ask = useEffectEvent(onSilence)
  const goOn = useEffectEvent(onShown)
  useEffect(() => {
    let heardAt = performance.now()
    const events = followEvents(
      (event) => {
        heardAt = performance.now()
        hear(event)
      },
      () => ask(),
    )
    const look = () => {
      if (document.hidden) return
      events.reopen()
      if (performance.now() - heardAt < POLL_MS) goOn()
      else ask()
    }
    const timer = setInterval(look, POLL_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      events.stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}

type Loaded = {
  /** Of the data that the page was loaded with. */
  version: string
  rail: Rail
  /** What the open page shows. It is loaded again when one of these changes. */
  shows: readonly ChangedArea[]
}

/**
 * Keeps an open page of the back office current. After others changed something it returns the frame’s new numbers, and
 * loads the page again. Forms keep their input. A hidden page waits until it is shown; its numbers do not, because
 * its title has them.
 */
export function useFreshData({ version, rail, shows }: Loaded): Rail {
  const [fresh, setFresh] = useState<{ loaded: Rail; rail: Rail } | null>(null)
  const { revalidate, state } = useRevalidator()
  const isIdle = useNavigation().state === 'idle' && state === 'idle'
  const known = useRef(version)
  const changed = useRef(new Set<ChangedArea>())
  const isRailOld = useRef(false)
  const askOnce = useSignInOnce()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastRun = useRef(Number.NEGATIVE_INFINITY)

  async function readRail() {
    const read = await fetchRail()
    askOnce(read)
    if (read && read !== 'ended') setFresh({ loaded: rail, rail: read.rail })
    else isRailOld.current = true
    return read
  }
  async function refreshPage() {
    Object.assign(pageRefresh, { isUnderway: true, hasFailed: false })
    await revalidate()
    // The next event, or the poll, tries again.
    if (pageRefresh.hasFailed) known.current = ''
    pageRefresh.isUnderway = false
  }
  const run = useEffectEvent(() => {
    timer.current = undefined
    if (isRailOld.current) {
      lastRun.current = performance.now()
      void readRail()
    }
    isRailOld.current = false
    if (document.hidden || changed.current.size === 0) return
    if (!isIdle) return schedule(BUSY_MS)
    lastRun.current = performance.now()
    if (shows.some((area) => changed.current.has(area))) void refreshPage()
    changed.current.clear()
  })
  function schedule(wait: number) {
    timer.current ??= setTimeout(run, wait)
  }
  const later = () => schedule(Math.max(0, lastRun.current + PAUSE_MS - performance.now()))
  function hear(event: ChangeEvent) {
    if (event.version === known.current) return
    const areas = event.since === known.current ? event.areas : CHANGED_AREAS
    known.current = event.version
    for (const area of areas) changed.current.add(area)
    isRailOld.current = true
    later()
  }

  async function poll() {
    const read = await readRail()
    if (read && read !== 'ended') hear({ version: read.version, since: '', areas: [...CHANGED_AREAS] })
  }

  useEffect(() => {
    // Loaded with all that was heard of.
    if (version === known.current) changed.current.clear()
    else known.current = version
  }, [version])
  useEvents({ onEvent: hear, onSilence: poll, onShown: later })
  useEffect(() => () => clearTimeout(timer.current), [])
  return fresh?.loaded === rail ? fresh.rail : rail
}
