import { parse } from '@conform-to/react'
import { type RefObject, type SubmitEvent, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatDate, localDate, timeInZone } from '#app/shared/dates.ts'
import { CHANGED } from '#app/shared/paths/changed-path.ts'
import { countChanges } from './count-changes.ts'
import { deleteDraft, type FormDraft, fieldOf, fieldsOf, getDraft, pairsOf, storeDraft, textsOf } from './form-draft.ts'
import { FormFrameContext } from './form-frame.ts'

export type DraftOptions = {
  /** Stores unsaved input on this device, and offers it again. */
  storesDraft?: boolean
  /** Names of fields whose values are never stored. */
  secrets?: readonly string[]
}

type Props = DraftOptions & {
  intent: string
  id?: string | undefined
  version?: string | undefined
  /** The form has input: it was refused, or a draft is used. */
  isFilled: boolean
  pending: boolean
  /** The stored values, as the form posted them when it first showed them. */
  stored: RefObject<FormDraft['pairs'] | null>
}

const same = (one: FormDraft['pairs'], other: FormDraft['pairs']) => JSON.stringify(one) === JSON.stringify(other)

/** How many fields have input that is not saved; null where the stored values are not known. */
function useChanges({ isFilled, stored, secrets = [] }: Props, form: RefObject<HTMLFormElement | null>) {
  const frame = useContext(FormFrameContext)
  const [changes, setChanges] = useState<{ count: number; ofSecrets: boolean } | null>(null)
  const count = () => {
    if (!form.current || !frame) return
    const [before, now] = [stored.current, pairsOf(form.current, [])]
    const of = (names: (name: string) => boolean) =>
      before
        ? countChanges(
            before.filter(([name]) => names(name)),
            now.filter(([name]) => names(name)),
          )
        : 1
    const next = { count: of(() => true), ofSecrets: before !== null && of((name) => secrets.includes(name)) > 0 }
    setChanges((last) => (last?.count === next.count && last.ofSecrets === next.ofSecrets ? last : next))
    frame.onTyped(next.count > 0 ? form.current : null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form appears
  useEffect(() => {
    if (!isFilled && form.current) stored.current = pairsOf(form.current, [])
    count()
  }, [])
  return { changes, count }
}

/** The fields that a form had since it appeared: an emptied list has no input anymore. */
function useFields(form: RefObject<HTMLFormElement | null>) {
  const known = useRef<{ fields: string[]; texts: string[] }>({ fields: [], texts: [] })
  const note = () => {
    if (!form.current) return
    const { fields } = known.current
    known.current = { fields: [...new Set([...fields, ...fieldsOf(form.current)])], texts: textsOf(form.current) }
  }
  return { known, note }
}

/**
 * Stores what is typed into a form on this device, by its page. `offer` is an earlier draft. Saving deletes it: the
 * page then names the change in its address.
 */
export function useFormDraft(props: Props) {
  const { intent, id = '', version = '', storesDraft, secrets = [], isFilled, pending } = props
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const isTyped = useRef(false)
  const fields = useFields(form)
  const [offer, setOffer] = useState<FormDraft | null>(null)
  const name = `typed ${pathname} ${intent} ${id}`
  const isSaved = new URLSearchParams(search).has(CHANGED)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the form appears, and after each change
  useEffect(() => {
    fields.note()
    const draft = storesDraft && form.current ? getDraft(name) : null
    if (!draft || !form.current) return
    const isGone =
      (draft.isSent && isSaved) || (!isFilled && !isTyped.current && same(draft.pairs, pairsOf(form.current, secrets)))
    if (isGone) deleteDraft(name)
    if (isGone || isTyped.current || isFilled) setOffer(null)
    else setOffer(draft)
  }, [search])
  // A form that was sent and returned was not saved.
  useEffect(() => {
    const draft = storesDraft && !pending ? getDraft(name) : null
    if (draft?.isSent) storeDraft(name, { ...draft, isSent: false })
  }, [storesDraft, pending, name])
  const { changes, count } = useChanges(props, form)
  const store = (isSent: boolean) => {
    count()
    if (!storesDraft || !form.current) return
    isTyped.current = true
    fields.note()
    const draft = { version, pairs: pairsOf(form.current, secrets), fields: fields.known.current.fields, isSent }
    storeDraft(name, { at: new Date().toISOString(), ...draft })
  }
  return {
    form,
    offer,
    changes,
    onInput: () => store(false),
    onSubmit: ({ nativeEvent: { submitter } }: SubmitEvent) => {
      const isOfList = submitter?.getAttribute('name') === '__intent__'
      // A list changes once the event is over.
      if (isOfList) setTimeout(() => store(false))
      else store(true)
    },
    discard: () => {
      deleteDraft(name)
      setOffer(null)
    },
    isOlder: offer !== null && offer.version !== version,
    lost: offer ? lostOf(offer, fields.known.current.fields) : [],
    valuesOf: (draft: FormDraft, stored: unknown) => valuesOfDraft(draft, { ...fields.known.current, secrets, stored }),
  }
}

/** What of a draft has no field in the form anymore, such as one that was renamed since. */
export const lostOf = ({ pairs }: FormDraft, fields: readonly string[]): string[] =>
  pairs.filter(([name, value]) => value.trim() && !fields.includes(fieldOf(name))).map(([, value]) => value)

/** A form as it is now: its fields, those that are always posted, and its stored values. */
type Shown = {
  fields: readonly string[]
  texts: readonly string[]
  secrets?: readonly string[]
  stored: unknown
}

/**
 * The values of a draft, as the form with these fields expects them. Secrets remain as they are stored, and so do fields
 * that the form did not have then.
 */
export function valuesOfDraft(
  draft: Pick<FormDraft, 'pairs' | 'fields'>,
  { fields, texts, secrets = [], stored }: Shown,
) {
  const form = new FormData()
  for (const [name, value] of draft.pairs) if (fields.includes(fieldOf(name))) form.append(name, value)
  const { payload } = parse(form, { resolve: () => ({ error: null }) })
  const had = draft.fields ?? draft.pairs.map(([name]) => fieldOf(name))
  const newer = (draft.fields ? fields : texts).filter((field) => !had.includes(field))
  const own = [...secrets, ...newer].map((name) => [name, (stored as Record<string, unknown> | null)?.[name]])
  return { ...Object.fromEntries(own), ...payload }
}

type OfferProps = {
  offer: FormDraft
  isOlder: boolean
  /** What the form has no field for anymore. */
  lost: readonly string[]
  onUse: () => void
  onDiscard: () => void
}

/** Offers an unsaved draft of the form. */
export function DraftOffer({ offer, isOlder, lost, onUse, onDiscard }: OfferProps) {
  const at = new Date(offer.at)
  const time = timeInZone(at, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <div role="status" className="draft-offer">
      <p>
        {`You were typing here on ${formatDate(localDate(at))} at ${time}.`}
        {isOlder && ' It was changed since: compare before you save.'}
      </p>
      {lost.length > 0 && <p>{`This form has no field anymore for: ${lost.map((text) => `“${text}”`).join(', ')}.`}</p>}
      <p>
        <button type="button" className="text-button" onClick={onUse}>
          Use it
        </button>
        <button type="button" className="text-button" onClick={onDiscard}>
          Discard it
        </button>
      </p>
    </div>
  )
}
