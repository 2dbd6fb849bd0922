import type { FieldMetadata, Intent } from '@conform-to/react'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { RecordField } from '#app/shared/record-fields.ts'
import { FormFrameContext } from './form-frame.ts'

type Item = FieldMetadata<Record<string, unknown>>
type Props = {
  field: RecordField & { kind: 'list' }
  input: FieldMetadata<Record<string, unknown>[]>
  /** A drawing of the list as guests see it. */
  drawing?: ReactNode
  children: (item: Item) => ReactNode
}

/** A button that changes the list. With script nothing is sent; without it the page returns with all input. */
const intentButton = (intent: Intent) => ({
  type: 'submit' as const,
  name: '__intent__',
  value: JSON.stringify(intent),
})

const FIRST_INPUT = 'input:not([type="hidden"]), textarea, select'

const LONG = new Set(['text', 'paragraphs', 'lines', 'list', 'group', 'image'])

/** Whether its items are long: in a card they are folded, each by its name. */
function areLong({ fields }: Props['field']): boolean {
  const kinds = Object.values(fields).map(({ kind }) => kind)
  return kinds.filter((kind) => kind !== 'hidden').length > 2 || kinds.some((kind) => LONG.has(kind))
}

/** The text of an item's first line that is not empty. */
function nameOf({ fields }: Props['field'], { value, initialValue }: Item): string {
  const typed = (value ?? initialValue ?? {}) as Record<string, unknown>
  const names = Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'line' ? [typed[name]] : []))
  return names.map(String).find((name, at) => names[at] && name.trim()) ?? ''
}

type ItemProps = {
  field: Props['field']
  item: Item
  at: number
  isFoldable: boolean
  isNew: boolean
  children: ReactNode
}

/** An item in a card: folded where it is long and not new, otherwise in a row. */
function CardItem({ field, item, at, isFoldable, isNew, children }: ItemProps) {
  const title = `${field.item} ${at + 1}`
  if (!isFoldable) {
    return (
      <fieldset className="record-item">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    )
  }
  return (
    <details className="record-fold" open={isNew || !item.valid}>
      <summary>
        <span>{title}</span>
        {nameOf(field, item)}
      </summary>
      <div className="record-fold-fields">{children}</div>
    </details>
  )
}

type MovesProps = {
  field: Props['field']
  name: string
  at: number
  /** How many items there are. */
  most: number
  isInCard: boolean
  isFoldable: boolean
  goTo: (item: number, part: string) => () => void
}

/** The buttons that move and remove an item. In a card they are signs. */
function Moves({ field, name, at, most, isInCard, isFoldable, goTo }: MovesProps) {
  const className = isInCard ? 'record-move' : 'text-button'
  const move = (to: number, way: 'up' | 'down') => (
    <button
      {...intentButton({ type: 'reorder', payload: { name, from: at, to } })}
      data-move={way}
      className={className}
      aria-label={`Move ${way}: ${field.item} ${at + 1}`}
      onClick={goTo(to + 1, `[data-move="${way}"]`)}
    >
      {isInCard ? { up: '↑', down: '↓' }[way] : `Move ${way}`}
    </button>
  )
  return (
    <p className="record-moves">
      {at > 0 && move(at - 1, 'up')}
      {at < most - 1 && move(at + 1, 'down')}
      <button
        {...intentButton({ type: 'remove', payload: { name, index: at } })}
        className={className}
        aria-label={`Remove ${field.item} ${at + 1}`}
        onClick={goTo(Math.min(at + 1, most - 1), isFoldable ? 'summary' : FIRST_INPUT)}
      >
        {isInCard ? '×' : 'Remove'}
      </button>
    </p>
  )
}

/** A list whose items are added, removed and moved by buttons. */
export function RecordList({ field, input, drawing, children }: Props) {
  const { name, errors, errorId } = input
  const items = input.getFieldList() as Item[]
  const keys = items.map(({ key }) => key).join(' ')
  const isInCard = useContext(FormFrameContext) !== null
  const [before] = useState(() => new Set(items.map(({ key }) => key)))
  const isFoldable = isInCard && !name.includes('[') && areLong(field)
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  /** The element that gets the focus once the list has changed: of an item, by its number from 1. */
  const next = useRef<{ item: number; part: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the items have changed
  useEffect(() => {
    if (!next.current) return
    const { item, part } = next.current
    const at = list.current?.children[item - 1]
    next.current = null
    const found = at?.querySelector<HTMLElement>(part) ?? at?.querySelector<HTMLElement>(FIRST_INPUT) ?? add.current
    found?.focus()
  }, [keys])
  const goTo = (item: number, part: string) => () => {
    next.current = { item, part }
  }
  const moves = (at: number) => <Moves {...{ field, name, at, isInCard, isFoldable, goTo }} most={items.length} />
  return (
    <fieldset className="record-list" aria-describedby={errors && errorId}>
      <legend>{field.label}</legend>
      {field.hint && <p className="field-hint">{field.hint}</p>}
      {items.length === 0 && <p className="text-muted">None yet.</p>}
      <ol ref={list}>
        {items.map((item, at) => (
          <li key={item.key ?? item.name} data-card={isInCard || undefined} data-long={isFoldable || undefined}>
            {isInCard && (
              <CardItem {...{ field, item, at, isFoldable }} isNew={!before.has(item.key)}>
                {children(item)}
              </CardItem>
            )}
            {isInCard && moves(at)}
            {!isInCard && (
              <fieldset className="record-item">
                <legend>{`${field.item} ${at + 1}`}</legend>
                {children(item)}
                {moves(at)}
              </fieldset>
            )}
          </li>
        ))}
      </ol>
      {drawing}
      {errors && (
        <p id={errorId} className="field-error">
          {errors[0]}
        </p>
      )}
      {items.length < field.most && (
        <button
          ref={add}
          {...intentButton({ type: 'insert', payload: { name } })}
          className="button button-outline"
          onClick={goTo(items.length + 1, FIRST_INPUT)}
        >
          {`Add ${/^[aeiou]/i.test(field.item) ? 'an' : 'a'} ${field.item.toLowerCase()}`}
        </button>
      )}
    </fieldset>
  )
}
