import { useState } from 'react'
import { useLocation, useMatches } from 'react-router'

/** The dates and counts of an address's query, in its order; empty without any. */
function stayIn(query: string): string {
  const parts = query.match(/\b(checkin|checkout|adults|children|pets|infants)=[\d-]+/g)
  return parts ? `?${parts.join('&')}` : ''
}

/**
 * The query of the stay that links pass on, and its event handlers. The search changes the address without a
 * navigation. The booking form exposes its choice (`data-stay`).
 */
export function useStayQuery() {
  const { key } = useLocation()
  const { asked = '' } = (useMatches().at(-1)?.loaderData ?? {}) as { asked?: string }
  const [chosen, setChosen] = useState({ key: '', asked })
  const read = () => {
    const said = document.querySelector<HTMLElement>('[data-stay]')?.dataset.stay
    setChosen({ key, asked: stayIn(said ?? window.location.search) })
  }
  return { asked: chosen.key === key ? chosen.asked : asked, listen: { onPointerDown: read, onFocus: read } }
}
