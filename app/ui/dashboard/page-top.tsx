import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useFold } from '../use-fold.ts'
import './page-top.css'

type Props = {
  title: string
  /** A few words beside the title. */
  note?: ReactNode
  /** The pages above this one. */
  crumbs?: readonly { to: string; label: string }[]
  /** One line of facts below the title. */
  facts?: ReactNode
  /** What one does on this page: buttons, the primary one last. */
  children?: ReactNode
  /** What one does seldom: the items of a list, behind a button. */
  more?: ReactNode
}

/** The head of a page of the back office. */
export function PageTop({ title, note, crumbs, facts, children, more }: Props) {
  return (
    <header className="page-top">
      <div>
        {crumbs && (
          <nav aria-label="Breadcrumb" className="page-crumbs">
            <ol>
              {crumbs.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1>
          {title} {note && <small>{note}</small>}
        </h1>
      </div>
      {facts && <div className="page-facts">{facts}</div>}
      {(children || more) && (
        <div className="page-actions">
          {children}
          {more && <MoreMenu>{more}</MoreMenu>}
        </div>
      )}
    </header>
  )
}

/** A button that opens a list of links and buttons. Escape and a press elsewhere close it. */
export function MoreMenu({ label = 'More', children }: { label?: ReactNode; children: ReactNode }) {
  const menu = useFold()
  useEffect(() => {
    const close = ({ target }: Event) => {
      const details = menu.current
      if (details && (isChoice(target) || !details.contains(target as Node))) details.open = false
    }
    document.addEventListener('click', close)
    return () => document.removeEventListener('click', close)
  }, [menu])
  return (
    <details ref={menu} className="more-menu">
      <summary className="button button-outline">{label}</summary>
      <ul>{children}</ul>
    </details>
  )
}

const isChoice = (target: EventTarget | null) => target instanceof Element && target.closest('a, button') !== null
