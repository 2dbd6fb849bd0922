import { useEffect } from 'react'
import { ExhibitSection } from './design/exhibit.tsx'
import { EXHIBITS } from './design/exhibits.ts'
import { useForcedStates } from './design/forced-states.ts'
import { TokenTables } from './design/token-tables.tsx'
import '#app/pages/design/design.css'
import '#app/ui/calendar/calendar-grid.css'
import '#app/ui/calendar/calendar-legend.css'

export const meta = () => [{ title: 'Design' }, { name: 'robots', content: 'noindex, nofollow' }]

/** The columns show day and night themselves, so the page around them is always light. */
function useDay() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.theme = 'light'
    return () => {
      delete dataset.theme
    }
  }, [])
}

/** Every token and component in all states. Only the development server has this page. */
export default function Design() {
  useForcedStates()
  useDay()
  return (
    <div className="band band-y">
      <h1 className="heading-property">Design</h1>
      <p className="measure mt-6 text-lg">
        Every token and every part of the pages, in all their states. Night is the dark theme, and what stands on night
        by day.
      </p>
      <TokenTables />
      {EXHIBITS.map((exhibit) => (
        <ExhibitSection key={exhibit.title} exhibit={exhibit} />
      ))}
    </div>
  )
}
