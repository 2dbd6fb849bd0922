import type { ReactNode } from 'react'
import './actions.css'

/** The buttons and folded forms of an item or a card, in a row. */
export const Actions = ({ children }: { children: ReactNode }) => <div className="actions">{children}</div>
