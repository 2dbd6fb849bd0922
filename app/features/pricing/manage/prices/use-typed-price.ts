import { type FormEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { stayToQuery } from '#app/shared/stay.ts'
import type { StayPrice } from './stay-price.ts'

/** So long after the last key, in milliseconds. */
const PAUSE_MS = 350

/**
 * Null when it cannot be read. It is no navigation: without connection or session nothing opens while one types, and
 * the last price stays.
 */
async function fetchPrice(path: string, signal: AbortSignal): Promise<StayPrice | null> {
  const answer = await fetch(path, { cache: 'no-store', signal }).catch(() => null)
  return answer?.ok ? ((await answer.json().catch(() => null)) as StayPrice | null) : null
}

/** The price of the stay by what is typed in a form of the page, before it is saved. `version` is that of the rules. */
export function useTypedPrice({ slug, saved, version }: { slug: string; saved: StayPrice; version: string }) {
  const [typed, setTyped] = useState<{ version: string; pairs: [string, string][] } | null>(null)
  const [last, setLast] = useState<{ version: string; priced: StayPrice } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = stayToQuery(saved.stay)
  const isTyped = typed !== null && typed.version === version
  useEffect(() => {
    if (!isTyped || !typed) return
    const query = new URLSearchParams(stay)
    for (const [name, value] of typed.pairs) query.append(name, value)
    const superseded = new AbortController()
    void fetchPrice(`/admin/homes/${slug}/price.json?${query}`, superseded.signal).then((priced) => {
      if (priced) setLast({ version: typed.version, priced })
    })
    return () => superseded.abort()
  }, [isTyped, typed, stay, slug])
  useEffect(() => () => clearTimeout(timer.current), [])
  const onInput = ({ target }: FormEvent<HTMLElement>) => {
    const form = (target as HTMLElement).closest('form')
    if (form?.method !== 'post') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const pairs = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      )
      setTyped({ version, pairs })
    }, PAUSE_MS)
  }
  const onToggle = ({ target }: SyntheticEvent<HTMLElement>) => {
    if (target instanceof HTMLDetailsElement && !target.open) {
      clearTimeout(timer.current)
      setTyped(null)
      setLast(null)
    }
  }
  const priced = isTyped && last?.version === version ? last.priced : null
  return { typed: priced?.isTyped ? priced : null, watch: { onInput, onToggleCapture: onToggle } }
}
