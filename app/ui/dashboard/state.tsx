import type { ReactNode } from 'react'
import './state.css'

/** Lit while something is ahead, dark once somebody has left; else well or wrong. Without one it is a frame. */
type StateTone = 'lit' | 'dark' | 'good' | 'bad'

/** A state as a window of the house, with its words. Where these are beside it, the window alone. */
export const State = ({ tone, children }: { tone?: StateTone | undefined; children?: ReactNode }) => (
  <span className="state" data-tone={tone}>
    {children}
  </span>
)
