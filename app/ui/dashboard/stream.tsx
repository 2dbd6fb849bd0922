import type { ReactNode } from 'react'
import './stream.css'

/** What happened and what was written, in order of time. Its entries are messages and notes. */
export const Stream = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className="stream" aria-label={label}>
    {children}
  </ol>
)

type MessageProps = {
  author: string
  at: string
  /** Written by the reader's own side. */
  isOwn?: boolean
  children: ReactNode
}

/** A text that somebody wrote. */
export function StreamMessage({ author, at, isOwn, children }: MessageProps) {
  return (
    <li className="stream-message">
      <Initials name={author} isOwn={isOwn} />
      <div>
        <p className="stream-head">
          <strong>{author}</strong> <span>{at}</span>
        </p>
        {children}
      </div>
    </li>
  )
}

/** The initials of somebody, beside their name. */
export const Initials = ({ name, isOwn }: { name: string; isOwn?: boolean }) => (
  <span className="stream-initials" data-own={isOwn || undefined} aria-hidden="true">
    {initialsOf(name)}
  </span>
)

/** Something that happened, in a line. */
export function StreamNote({ at, tone, children }: { at: string; tone?: 'bad'; children: ReactNode }) {
  return (
    <li className="stream-note" data-tone={tone}>
      <div>{children}</div>
      <span>{at}</span>
    </li>
  )
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '').join('')
}
