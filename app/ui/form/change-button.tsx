import { type ComponentProps, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { type ChangeForms, CONFIRM, type FormInput } from '#app/shared/change-answer.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'

/** The fields of a form beside `id`; optional if all of them are. */
type Value<Input> =
  Record<never, never> extends Omit<Input, 'id'> ? { value?: Omit<Input, 'id'> } : { value: Omit<Input, 'id'> }

type OneChange<All extends ChangeForms, Intent extends keyof All> = {
  intent: Intent
  version?: string
  /** The page that handles the change, if it is not this one. */
  action?: string
  /** `outline` without it. */
  variant?: ComponentProps<typeof Button>['variant']
  /** Its change requires a recent sign-in. */
  confirms?: boolean
  pendingText?: string
} & (FormInput<All, Intent> extends { id: string } ? { id: string } : { id?: string }) &
  Value<FormInput<All, Intent>>

type ButtonProps = Pick<
  ComponentProps<'button'>,
  'aria-label' | 'aria-pressed' | 'aria-disabled' | 'onClick' | 'children'
> & {
  /** A drawing in place of words, and its name. */
  icon?: { label: string; path: string; size: number } | false | undefined
}

type ChangeProps<All extends ChangeForms> = {
  [Intent in keyof All & string]: OneChange<All, Intent>
}[keyof All & string]

/**
 * The posted fields. The items of a list are posted one by one under its name, the fields of an object below theirs.
 */
function fieldsOf(value: unknown, name = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]]
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, name))
  return Object.entries(value ?? {}).flatMap(([key, one]) => fieldsOf(one, name ? `${name}.${key}` : key))
}

/** A change by one press. It can be undone, or says its effect before. */
export function ChangeButton<All extends ChangeForms>(props: ChangeProps<All> & ButtonProps) {
  const {
    intent,
    id,
    version,
    value,
    action,
    variant = 'outline',
    confirms,
    pendingText,
    icon,
    ...button
  } = props as OneChange<ChangeForms, string> & ButtonProps
  const sent = useNavigation().formData
  const fields = fieldsOf({ intent, id, version, [CONFIRM]: confirms ? 'yes' : undefined, ...value })
  const isSent = sent !== undefined && fields.every(([name, text]) => sent.getAll(name).includes(text))
  return (
    <Form method="post" action={action} preventScrollReset defaultShouldRevalidate>
      {fields.map(([name, text]) => (
        <input key={`${name} ${text}`} type="hidden" name={name} value={text} />
      ))}
      {icon && (
        <IconButton
          // A second press sends nothing while the first is underway.
          type={isSent ? 'button' : 'submit'}
          {...icon}
          {...button}
          onClick={(event) => (button['aria-disabled'] ? event.preventDefault() : button.onClick?.(event))}
        />
      )}
      {!icon && (
        <Button
          type="submit"
          variant={variant}
          pending={isSent || Boolean(button['aria-disabled'])}
          pendingText={pendingText}
          {...button}
        />
      )}
    </Form>
  )
}

type RemoveProps<All extends ChangeForms> = ChangeProps<All> & {
  name: string
  /** A sign in place of the word. */
  isSign?: boolean
}

/** Removes an item of a list. It can be undone, so it asks nothing. */
export function RemoveButton<All extends ChangeForms>({ name, isSign, ...props }: RemoveProps<All>) {
  const label = `Remove ${name}`
  return (
    <ChangeButton<ChangeForms>
      {...(props as OneChange<ChangeForms, string>)}
      aria-label={label}
      icon={isSign && { label, path: 'M4 4l8 8M12 4l-8 8', size: 16 }}
    >
      Remove
    </ChangeButton>
  )
}

/** The changes that move an item of a list by one. */
type MoveIntent<All extends ChangeForms> = {
  [Intent in keyof All & string]: FormInput<All, Intent> extends { to: string } ? Intent : never
}[keyof All & string]

type MoveProps<All extends ChangeForms> = {
  intent: MoveIntent<All>
  id: string
  name: string
  isFirst: boolean
  isLast: boolean
  /** Signs in place of words. */
  areSigns?: boolean
}

const ARROWS = { up: 'M8 13V3M3.5 7.5L8 3l4.5 4.5', down: 'M8 3v10M3.5 8.5L8 13l4.5-4.5' }

/**
 * Moves an item of a list up or down. At an end of the list a button stays and does nothing: the keyboard keeps its
 * place.
 */
export function MoveButtons<All extends ChangeForms>({ intent, id, name, isFirst, isLast, areSigns }: MoveProps<All>) {
  const move = (to: 'up' | 'down', isOff: boolean, words: string) => {
    const label = `Move ${to}: ${name}`
    return (
      <ChangeButton<ChangeForms>
        {...({ intent, id, value: { to } } as unknown as OneChange<ChangeForms, string>)}
        aria-label={label}
        aria-disabled={isOff || undefined}
        icon={areSigns && { label, path: ARROWS[to], size: 16 }}
      >
        {words}
      </ChangeButton>
    )
  }
  return (
    <>
      {move('up', isFirst, 'Up')}
      {move('down', isLast, 'Down')}
    </>
  )
}

/**
 * Returns the focus to a button that lost it because its item moved. If the item is gone, the next one gets it, at its
 * first empty field. `order` changes with the list.
 */
export function useRestoredFocus<List extends HTMLElement>(order: string) {
  const list = useRef<List>(null)
  const last = useRef<{ element: HTMLElement; at: number } | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const element = target as HTMLElement
      last.current = { element, at: [...(list.current?.children ?? [])].findIndex((item) => item.contains(element)) }
    }
    const shown = list.current
    shown?.addEventListener('focusin', remember)
    return () => shown?.removeEventListener('focusin', remember)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order has changed
  useEffect(() => {
    if (document.activeElement !== document.body || !last.current) return
    const { element, at } = last.current
    if (element.isConnected) return element.focus()
    const items = list.current?.children
    const here = items?.[Math.min(at, items.length - 1)]
    const fields = [...(here?.querySelectorAll<HTMLElement>('input:not([type=hidden]), button, summary') ?? [])]
    const empty = fields.find((field) => field instanceof HTMLInputElement && field.value === '')
    ;(empty ?? fields[0])?.focus()
  }, [order])
  return list
}
