import { parse } from '@conform-to/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatDate, localDate, timeInZone } from '#app/shared/dates.ts'
import { CHANGED } from '#app/shared/paths/changed-path.ts'
import { forgetKept, type Kept, pairsOf, readKept, writeKept } from './kept-typing.ts'

export type KeepsTyping = {
  /** What is typed stays on this device until it is saved, and is offered again. */
  keeps?: boolean
  /** Names of fields whose values never stay. */
  secrets?: readonly string[]
}

type Props = KeepsTyping & {
  intent: string
  id?: string | undefined
  version?: string | undefined
  /** The form has what was typed: it was refused, or restored. */
  isFilled: boolean
  pending: boolean
}

const same = (one: Kept['pairs'], other: Kept['pairs']) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Keeps what is typed into a form on this device, by its page. `offer` is what was kept before. Saved, it is forgotten:
 * the page then names the change in its address.
 */
export function useKeptTyping({ intent, id = '', version = '', keeps, secrets = [], isFilled, pending }: Props) {
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const isTyped = useRef(false)
  const [offer, setOffer] = useState<Kept | null>(null)
  const name = `typed ${pathname} ${intent} ${id}`
  const isSaved = new URLSearchParams(search).has(CHANGED)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form appears, and after each change
  useEffect(() => {
    const kept = keeps && form.current ? readKept(name) : null
    if (!kept || !form.current) return
    const isGone =
      (kept.isSent && isSaved) || (!isFilled && !isTyped.current && same(kept.pairs, pairsOf(form.current, secrets)))
    if (isGone) forgetKept(name)
    if (isGone || isTyped.current || isFilled) setOffer(null)
    else setOffer(kept)
  }, [search])
  // What was sent and came back without being saved is not saved.
  useEffect(() => {
    const kept = keeps && !pending ? readKept(name) : null
    if (kept?.isSent) writeKept(name, { ...kept, isSent: false })
  }, [keeps, pending, name])
  const keep = (isSent: boolean) => {
    if (!keeps || !form.current) return
    isTyped.current = true
    writeKept(name, { at: new Date().toISOString(), version, pairs: pairsOf(form.current, secrets), isSent })
  }
  return {
    form,
    offer,
    onInput: () => keep(false),
    onSubmit: ({ nativeEvent: { submitter } }: SubmitEvent) => {
      const isOfList = submitter?.getAttribute('name') === '__intent__'
      // A list changes once the event is over.
      if (isOfList) setTimeout(() => keep(false))
      else keep(true)
    },
    forget: () => {
      forgetKept(name)
      setOffer(null)
    },
    isOlder: offer !== null && offer.version !== version,
  }
}

/** What was kept, as the form takes it. Secrets remain as they are stored. */
export function restored({ pairs }: Kept, secrets: readonly string[] = [], stored: unknown = {}) {
  const form = new FormData()
  for (const [name, value] of pairs) form.append(name, value)
  const { payload } = parse(form, { resolve: () => ({ error: null }) })
  const own = secrets.map((name) => [name, (stored as Record<string, unknown> | null)?.[name]])
  return { ...Object.fromEntries(own), ...payload }
}

type OfferProps = { offer: Kept; isOlder: boolean; onUse: () => void; onDiscard: () => void }

/** Offers what was typed into the form before and never saved. */
export function KeptOffer({ offer, isOlder, onUse, onDiscard }: OfferProps) {
  const at = new Date(offer.at)
  const time = timeInZone(at, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <div role="status" className="kept-offer">
      <p>
        {`You were typing here on ${formatDate(localDate(at))} at ${time}.`}
        {isOlder && ' It was changed since: compare before you save.'}
      </p>
      <p>
        <button type="button" onClick={onUse}>
          Use it
        </button>
        <button type="button" onClick={onDiscard}>
          Discard it
        </button>
      </p>
    </div>
  )
}
