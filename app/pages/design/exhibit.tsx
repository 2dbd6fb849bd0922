import type { ComponentType, ReactNode } from 'react'
import type { Forced } from './forced-states.ts'
import { PALETTES } from './palette.ts'

type State = {
  name: string
  show: ReactNode
  /** The forced state for the first match of the selector; an array forces several. */
  force?: [state: Forced, on: string][]
}

/** Components of `app/ui` and all their states. A test compares the list with the folder. */
export type Exhibit = {
  title: string
  // biome-ignore lint/suspicious/noExplicitAny: the list mixes components with different props
  of: ComponentType<any>[]
  note?: string
  /** The components span the page where they are used, so they get more room here. */
  wide?: boolean
  states: State[]
}

/** One component in all its states, side by side in the four themes. */
export function ExhibitSection({ exhibit }: { exhibit: Exhibit }) {
  return (
    <section className="design-section" data-exhibit={exhibit.title}>
      <h2 className="heading-small">{exhibit.title}</h2>
      {exhibit.note && <p className="measure text-sm text-muted">{exhibit.note}</p>}
      <div className={exhibit.wide ? 'design-lights design-lights-wide' : 'design-lights'}>
        {PALETTES.map(({ theme, light, name }) => (
          <div key={name} data-place={theme} className={light === 'night' ? 'design-light on-night' : 'design-light'}>
            <p className="design-caption">{name}</p>
            {exhibit.states.map(({ name: state, show, force }) => (
              <div key={state} className="design-state" data-force={force && JSON.stringify(force)}>
                <p className="design-caption">{state}</p>
                {show}
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
