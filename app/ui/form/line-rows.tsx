import type { FieldMetadata } from '@conform-to/react'
import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { capitalized, countOf } from '#app/shared/words.ts'
import { IconButton } from '../icon-button.tsx'
import { FormArea } from './change-form.tsx'
import './line-rows.css'

type Props = {
  field: FieldMetadata<string | null | undefined>
  label: string
  hint?: string | undefined
  required: boolean
  /** What a line is called, such as `highlight`. */
  item: string
  most: number
}

type Line = { key: number; text: string }

const SIGNS = {
  grip: 'M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01',
  up: 'M8 13V3M3.5 7.5L8 3l4.5 4.5',
  down: 'M8 3v10M3.5 8.5L8 13l4.5-4.5',
  remove: 'M4 4l8 8M12 4l-8 8',
}

/** The lines of a text area, each with a key. The area keeps the text, which the form posts. */
function useLines(text: string) {
  const [lines, setLines] = useState<Line[]>(() =>
    text
      .split('\n')
      .filter((line) => line.trim())
      .map((line, key) => ({ key, text: line })),
  )
  const area = useRef<HTMLDivElement>(null)
  const nextKey = useRef(lines.length)
  /** The input or sign that gets the focus once the lines have changed. */
  const next = useRef<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (next.current === null) return
    const place = list.current?.querySelector<HTMLElement>(next.current)
    const add = list.current?.parentElement?.querySelector<HTMLElement>(':scope > button')
    ;(place ?? add)?.focus()
    next.current = null
  })
  const store = (changed: Line[], isTyped = false) => {
    setLines(changed)
    const text = area.current?.querySelector('textarea')
    if (!text) return
    text.value = changed.map((line) => line.text).join('\n')
    // Drafts and previews follow what is typed. A typed line says so itself.
    if (!isTyped) text.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const focus = (at: number, part = 'input') => {
    next.current = `li:nth-child(${at + 1}) ${part}`
  }
  return {
    lines,
    area,
    list,
    type: (at: number, text: string) =>
      store(
        lines.map((line, other) => (other === at ? { ...line, text } : line)),
        true,
      ),
    insert(at: number, texts: string[]) {
      const added = texts.map((text) => ({ key: nextKey.current++, text }))
      focus(at + added.length - 1)
      store(lines.toSpliced(at, 0, ...added))
    },
    remove(at: number) {
      focus(Math.max(0, Math.min(at, lines.length - 2)))
      store(lines.toSpliced(at, 1))
    },
    move(from: number, to: number, part?: string) {
      const line = lines[from]
      if (!line || to < 0 || to >= lines.length || to === from) return
      if (part) focus(to, part)
      store(lines.toSpliced(from, 1).toSpliced(to, 0, line))
    },
  }
}

type Lines = ReturnType<typeof useLines>

/** Moves a row by the pointer that holds its handle. */
function useGrip({ list, move }: Lines) {
  const held = useRef<number | null>(null)
  return (at: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      held.current = at
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (held.current === null) return
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
      const over = rows.findIndex(({ top, bottom }) => clientY >= top && clientY <= bottom)
      if (over < 0 || over === held.current) return
      move(held.current, over)
      held.current = over
    },
    onPointerUp: () => {
      held.current = null
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!by) return
      event.preventDefault()
      move(at, at + by, '.line-grip')
    },
  })
}

type RowProps = {
  lines: Lines
  at: number
  grip: ReturnType<ReturnType<typeof useGrip>>
  /** All of them are invalid. */
  isWrong: boolean
  /** What is wrong with this one. */
  error: string | undefined
  /** So many pasted lines had no room. */
  onLeft: (count: number) => void
} & Pick<Props, 'item' | 'most'>

function Row({ lines: { lines, ...to }, at, grip, isWrong, error, onLeft, item, most }: RowProps) {
  const errorId = useId()
  const place = `${capitalized(item)} ${at + 1}`
  const move = (way: 'up' | 'down', next: number) => (
    <IconButton
      className={`line-${way}`}
      label={`Move ${way}: ${place}`}
      path={SIGNS[way]}
      aria-disabled={lines[next] === undefined || undefined}
      onClick={() => to.move(at, next, `.line-${way}`)}
    />
  )
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (lines.length < most) to.insert(at + 1, [''])
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').split(/\r?\n/).filter(Boolean)
    if (pasted.length < 2) return
    event.preventDefault()
    const room = Math.max(0, most - lines.length)
    onLeft(Math.max(0, pasted.length - room))
    if (room > 0) to.insert(at + 1, pasted.slice(0, room))
  }
  return (
    <>
      <IconButton {...grip} className="line-grip" label={`Drag, or press arrow keys: ${place}`} path={SIGNS.grip} />
      <input
        className="field-control"
        value={lines[at]?.text ?? ''}
        aria-label={place}
        aria-invalid={isWrong || error !== undefined || undefined}
        aria-describedby={error && errorId}
        autoComplete="off"
        onChange={({ target }) => to.type(at, target.value)}
        onKeyDown={pressKey}
        onPaste={paste}
      />
      {move('up', at - 1)}
      {move('down', at + 1)}
      <IconButton label={`Remove ${place}`} path={SIGNS.remove} onClick={() => to.remove(at)} />
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </>
  )
}

/**
 * The lines of a text as rows. Handles order them, or buttons, or the arrow keys on a handle. Enter begins a new row.
 * Without script it is a text area with one on each line.
 */
export function LineRows({ field, label, hint, required, item, most }: Props) {
  const lines = useLines(field.initialValue ?? '')
  const grip = useGrip(lines)
  const errorId = useId()
  const [left, setLeft] = useState(0)
  const error = field.errors?.[0]
  return (
    <>
      <div ref={lines.area} className="line-text">
        <FormArea
          field={field}
          label={label}
          hint={[hint, 'One on each line.'].filter(Boolean).join(' ')}
          required={required}
        />
      </div>
      <fieldset className="line-rows needs-script" aria-describedby={error && errorId}>
        <legend>{label}</legend>
        {hint && <p className="field-hint">{hint}</p>}
        <ol ref={lines.list}>
          {lines.lines.map(({ key }, at) => (
            <li key={key}>
              <Row
                {...{ lines, at, item, most }}
                grip={grip(at)}
                isWrong={error !== undefined}
                // The first keys are the places of the lines that were posted.
                error={field.allErrors[`${field.name}[${key}]`]?.[0]}
                onLeft={setLeft}
              />
            </li>
          ))}
        </ol>
        {error && (
          <p id={errorId} className="field-error">
            {error}
          </p>
        )}
        <p role="status" className="field-hint">
          {left > 0 && `${countOf(left, 'pasted line')} did not fit: there is room for ${countOf(most, item)}.`}
        </p>
        {lines.lines.length < most && (
          <button
            type="button"
            className="button button-outline"
            onClick={() => lines.insert(lines.lines.length, [''])}
          >
            {`Add a ${item}`}
          </button>
        )}
      </fieldset>
    </>
  )
}
