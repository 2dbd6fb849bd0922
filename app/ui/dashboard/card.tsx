import { type ReactNode, type Ref, useId } from 'react'
import './card.css'

type Props = {
  /** Without one, it is named by what is in it. */
  title?: string
  /** A few words beside the title. */
  note?: ReactNode
  /** What one does with the whole card, at the end of its head. */
  action?: ReactNode
  /** The address of the title on its page. */
  anchor?: string | undefined
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A part of a page of the back office, with its title. A list in it has a line between its rows. */
export function Card({ title, note, action, anchor, ref, children }: Props) {
  const ownId = useId()
  const id = anchor ?? ownId
  if (title === undefined) return <div className="card">{children}</div>
  return (
    <section ref={ref} className="card" aria-labelledby={id}>
      <header className="card-head">
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
        {action}
      </header>
      {children}
    </section>
  )
}

type ColumnsProps = {
  aside: ReactNode
  /** At a desk the second column stays in sight. On a phone it follows the first card. */
  isSticky?: boolean
  children: ReactNode
}

/** A page with a second column of what one looks at while working. On a phone it follows. */
export function Columns({ aside, isSticky, children }: ColumnsProps) {
  return (
    <div className="card-columns" data-sticky={isSticky}>
      <div className="card-stack">{children}</div>
      <div className="card-stack">{aside}</div>
    </div>
  )
}
