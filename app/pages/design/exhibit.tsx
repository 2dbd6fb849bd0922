import type { ComponentType, ReactNode } from 'react'
import type { Forced } from './forced-states.ts'
import { PALETTES } from './palette.ts'

type State = {
  name: string
  show: ReactNode
  /** The state that what the selector finds first is shown in; several for several. */
  force?: [state: Forced, on: string][]
}

/** Parts of `app/ui` and every state they have. A test holds the list against the folder. */
export type Exhibit = {
  title: string
  // biome-ignore lint/suspicious/noExplicitAny: parts of every kind stand in one list
  of: ComponentType<any>[]
  note?: string
  /** Its parts are as wide as the page where they belong, and get more room here. */
  wide?: boolean
  states: State[]
}

/** One part in all its states, in four lights side by side. */
export function ExhibitSection({ exhibit }: { exhibit: Exhibit }) {
  return (
    <section className="design-section" data-exhibit={exhibit.title}>
      <h2 className="heading-small">{exhibit.title}</h2>
      {exhibit.note && <p className="measure text-sm text-muted">{exhibit.note}</p>}
      <div className={exhibit.wide ? 'design-lights design-lights-wide' : 'design-lights'}>
        {PALETTES.map(({ place, light, name }) => (
          <div key={name} data-place={place} className={light === 'night' ? 'design-light on-night' : 'design-light'}>
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
