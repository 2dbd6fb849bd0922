import type { ReactNode } from 'react'

type Props = { title: string; text: ReactNode; children?: ReactNode }

/** The night header of a page, with an optional action below. */
export function PageHead({ title, text, children }: Props) {
  return (
    <div className="page-head on-night">
      <div className="band page-head-band">
        <h1 className="heading-hero">{title}</h1>
        <p className="measure text-lg text-muted">{text}</p>
        {children}
      </div>
    </div>
  )
}
