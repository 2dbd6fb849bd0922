import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ExhibitSection } from './exhibit.tsx'
import { EXHIBITS } from './exhibits.ts'
import { useForcedStates } from './forced-states.ts'
import '#app/ui/calendar-grid.css'
import '#app/ui/calendar-legend.css'

function Parts() {
  useForcedStates()
  return EXHIBITS.map((exhibit) => <ExhibitSection key={exhibit.title} exhibit={exhibit} />)
}

/** Shows all parts in an element of the page; what comes back takes them away. */
export function showParts(place: HTMLElement): () => void {
  const root = createRoot(place)
  root.render(
    <StrictMode>
      <Parts />
    </StrictMode>,
  )
  return () => root.unmount()
}
