import { type FieldMetadata, type FormMetadata, parse, useForm } from '@conform-to/react'
import { type ComponentProps, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { ChangeAnswer, ChangeForms, FormInput } from '#app/shared/change-answer.ts'
import { unchangedPath } from '#app/shared/paths/changed-path.ts'
import { AreaField, SelectField, TextField } from './field.tsx'
import { type DrawerOptions, FoldedForm } from './folded-form.tsx'
import { FormEnd, type FormEndOptions } from './form-end.tsx'
import { FormProblems } from './form-error.tsx'
import { opensTab } from './preview-button.tsx'
import { UndoButton } from './undo-button.tsx'
import { useFocusOnceRefused } from './use-focus-first-invalid.ts'
import { DraftOffer, type DraftOptions, useFormDraft } from './use-form-draft.tsx'
import { type Hold, useHeldFields, useHold } from './use-hold.ts'
import { isDone, useClosedOnceSaved, useSaves } from './use-saves.ts'
import './change-form.css'

/** The fields of a form, by the names of its schema. */
export type FieldsOf<All extends ChangeForms, Intent extends keyof All> = ReturnType<
  FormMetadata<FormInput<All, Intent>>['getFieldset']
>

/** The stored values of a form's fields: numbers and boxes need not be texts yet. */
type Stored<Input> = Input extends string | null | undefined
  ? string | number | boolean | null | undefined
  : Input extends readonly (infer Item)[]
    ? readonly Stored<Item>[] | null | undefined
    : Input extends object
      ? { readonly [Name in keyof Input]?: Stored<Input[Name]> } | null | undefined
      : Input

export type ChangeFormProps<All extends ChangeForms, Intent extends keyof All & string, Preview> = DraftOptions &
  FormEndOptions & {
    intent: Intent
    /** The id of an item in a list; absent for a new one. */
    id?: string
    version?: string
    /** The text that opens the form; without it the form is open. */
    summary?: ReactNode
    /** What it opens is a drawer. */
    drawer?: DrawerOptions
    anchor?: string
    answer: ChangeAnswer<Preview> | null
    stored?: Stored<FormInput<All, Intent>>
    /** It sends a file. Then the browser posts it itself, which also reads a refusal of a file that is too large. */
    hasFile?: boolean
    onChange?: (form: HTMLFormElement, changed: EventTarget) => void
    /** `own` is the answer about this form. */
    children?: (fields: FieldsOf<All, Intent>, own: ChangeAnswer<Preview> | null) => ReactNode
  }

type Props<All extends ChangeForms, Preview, Intents extends keyof All & string> = {
  [Intent in Intents]: ChangeFormProps<All, Intent, Preview>
}[Intents]

/**
 * The form of a change. On a page with several, each is folded until it is opened or refused. It starts again when the
 * record has changed, or when it was answered. Once saved, it closes and shows the stored values. A refusal keeps the
 * input. Answers to other forms may arrive while somebody types, and what others changed. The form then stays as it was,
 * and saving it says so.
 */
export function ChangeForm<
  All extends ChangeForms,
  Preview = never,
  Intents extends keyof All & string = keyof All & string,
>(props: Props<All, Preview, Intents>) {
  const plain = props as unknown as ChangeFormProps<ChangeForms, string, Preview>
  const saves = useSaves(plain.answer, (posted) => isPosted(posted, plain))
  const [discarded, setDiscarded] = useState<{ times: number; answer: unknown }>({ times: 0, answer: null })
  const answer = plain.answer === discarded.answer ? null : plain.answer
  const own = answer && isPosted(answer, plain) && !isDone(answer) ? answer : null
  const answered = `${saves} ${discarded.times} ${own?.at ?? ''}`
  const { seen, hold } = useHold({ version: plain.version, stored: plain.stored }, answered)
  const shown = `${seen.version} ${answered}`
  const [typed, setTyped] = useState<{ shown: string; value: unknown } | null>(null)
  const storedPairs = useRef<[string, string][] | null>(null)
  const used = typed?.shown === shown ? typed.value : null
  return (
    <OpenedForm
      key={`${shown} ${used !== null}`}
      {...{ ...plain, ...seen, own, typed: used, hold, storedPairs }}
      isAgain={saves + discarded.times > 0}
      onUse={hold.typing((value: unknown) => setTyped({ shown, value }))}
      onDiscard={() => setDiscarded(({ times }) => ({ times: times + 1, answer: plain.answer }))}
    />
  )
}

/** Whether a form is the posted one. */
const isPosted = (posted: { intent?: unknown; id?: unknown }, { intent, id }: { intent: string; id?: string }) =>
  posted.intent === intent && (posted.id ?? '') === (id ?? '')

type OpenedProps<Preview> = Omit<ChangeFormProps<ChangeForms, string, Preview>, 'answer'> & {
  own: ChangeAnswer<Preview> | null
  /** The values of a draft, if the operator continues it. */
  typed: unknown
  onUse: (typed: unknown) => void
  /** The form shows the stored values again. */
  onDiscard: () => void
  storedPairs: RefObject<[string, string][] | null>
  /** It starts again, after a save or without what was typed. */
  isAgain: boolean
  hold: Hold
}

/** Whether the form is underway. */
function useIsSent(form: { intent: string; id?: string }): boolean {
  const sent = useNavigation().formData
  return sent !== undefined && isPosted(Object.fromEntries(sent), form)
}

function OpenedForm<Preview>(props: OpenedProps<Preview>) {
  const { intent, id, version, summary, drawer, anchor, own, stored, children, typed, onUse } = props
  const { hasFile, onChange } = props
  const location = useLocation()
  const ownId = useId()
  const pending = useIsSent(props)
  const [form, fields] = useForm({
    lastResult: own?.result,
    // The input may have more items in its lists than the record.
    defaultValue: (typed ?? own?.result.initialValue ?? stored ?? null) as Record<string, string> | null,
    // The buttons of lists work here; only the server validates.
    onValidate: ({ formData }) => parse(formData, { resolve: (_, intent) => (intent ? {} : { error: null }) }),
  })
  const isFilled = own !== null || typed !== null
  const draft = useFormDraft({ ...props, isFilled, pending, stored: props.storedPairs })
  useHeldFields(draft.form, props.hold.isHeld)
  const target = anchor ?? ownId
  useClosedOnceSaved(draft.form, props.isAgain && own === null)
  useFocusOnceRefused(draft.form, own !== null)
  const content = (
    <Form
      method="post"
      encType={hasFile ? 'multipart/form-data' : undefined}
      reloadDocument={hasFile}
      id={form.id}
      ref={draft.form}
      {...props.hold.events}
      onInput={props.hold.typing(draft.onInput)}
      // React Router would send it itself, and open no tab.
      onSubmitCapture={(event) => opensTab(event.nativeEvent.submitter) && event.stopPropagation()}
      onSubmit={(event) => {
        draft.onSubmit(event)
        form.onSubmit(event)
      }}
      onChange={onChange && ((event) => onChange(event.currentTarget, event.target))}
      action={`${unchangedPath(location.pathname + location.search)}${summary ? `#${target}` : ''}`}
      preventScrollReset
      // After a refusal, too: somebody else may have changed the record.
      defaultShouldRevalidate
      noValidate
      className="admin-form"
    >
      <HiddenFields {...{ intent, id, version }} />
      {draft.offer && (
        <DraftOffer
          {...{ ...draft, offer: draft.offer }}
          onUse={() => draft.offer && onUse(draft.valuesOf(draft.offer, stored))}
          onDiscard={draft.discard}
        />
      )}
      <FormProblems sentences={[...(form.errors ?? []), ...(own?.asks ?? [])]} />
      {children?.(fields as never, own)}
      <FormEnd
        {...{ ...props, pending, changes: draft.changes }}
        asks={own !== null && own.asks.length > 0}
        onDiscard={() => {
          draft.discard()
          props.onDiscard()
        }}
      />
    </Form>
  )
  if (!summary) return content
  return (
    <FoldedForm
      {...{ target, drawer }}
      summary={drawer && draft.offer ? <>{summary} (unsaved)</> : summary}
      // A drawer covers the page, so a draft alone does not open it.
      isOpen={isFilled || (draft.offer !== null && !drawer)}
    >
      {content}
    </FoldedForm>
  )
}

/** What a form posts besides its fields, where there is a value. */
const HiddenFields = (values: Record<string, string | undefined>) =>
  Object.entries(values).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)

type FieldProps = { field: FieldMetadata<string | null | undefined>; label: ReactNode; hint?: string }

const filled = ({ id, name, initialValue, errors }: FieldProps['field']) => ({
  id,
  name,
  defaultValue: initialValue,
  error: errors?.[0],
})

type TextProps = FieldProps &
  Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'min' | 'max' | 'required' | 'autoCapitalize'> & {
    /** By default the error of the answer. */
    error?: string
  }

export function FormText({ field, ...rest }: TextProps) {
  return <TextField {...filled(field)} {...rest} autoComplete="off" />
}

export function FormNumber({ field, ...rest }: FieldProps & { required?: boolean }) {
  return <TextField {...rest} {...filled(field)} inputMode="decimal" autoComplete="off" />
}

export function FormArea({ field, rows = 3, ...rest }: FieldProps & { rows?: number; required?: boolean }) {
  // One of its lines may be refused.
  const error = Object.values(field.allErrors)[0]?.[0]
  return <AreaField {...rest} {...filled(field)} error={error} rows={rows} />
}

type SelectProps = FieldProps & {
  /** The empty choice, which comes first. */
  none?: string
  required?: boolean
  options: Iterable<readonly [string, string]>
}

/** A choice from a list, by value. */
export function FormSelect({ field, none, options, ...rest }: SelectProps) {
  return (
    <SelectField {...rest} {...filled(field)}>
      {none !== undefined && <option value="">{none}</option>}
      {[...options].map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

export function FormCheck({ field, label }: Omit<FieldProps, 'hint'>) {
  return (
    <div className="admin-choice">
      <label>
        <input type="checkbox" name={field.name} value="on" defaultChecked={field.initialValue === 'on'} />{' '}
        <span>{label}</span>
      </label>
    </div>
  )
}

type ChoiceProps = Omit<FieldProps, 'label' | 'hint'> & {
  legend: ReactNode
  options: Iterable<readonly [string, string]>
  /** Texts below some of the options. */
  sentences?: Readonly<Record<string, string | undefined>>
}

type ChoicesProps = { field: FieldMetadata<unknown>; legend: ReactNode; hint?: string; children: ReactNode }

function Choices({ field: { errors, errorId }, legend, hint, children }: ChoicesProps) {
  return (
    <fieldset className="admin-choice" aria-describedby={errors && errorId}>
      <legend>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {children}
      {errors && (
        <p id={errorId} className="field-error">
          {errors[0]}
        </p>
      )}
    </fieldset>
  )
}

/** A choice of few, as radio buttons. */
export function FormChoice({ field, legend, options, sentences }: ChoiceProps) {
  const { name, initialValue } = field
  return (
    <Choices field={field} legend={legend}>
      {[...options].map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === initialValue} />{' '}
          <span>
            {label} {sentences?.[value] && <span className="admin-detail max-w-(--measure)">{sentences[value]}</span>}
          </span>
        </label>
      ))}
    </Choices>
  )
}

type ChecksProps = {
  field: FieldMetadata<string[] | string | null | undefined>
  legend: ReactNode
  hint?: string
  options: Iterable<readonly [string, string]>
}

/** Checkboxes whose values are sent under one name. */
export function FormChecks({ field, legend, hint, options }: ChecksProps) {
  const { name, initialValue = [] } = field
  const checked = [initialValue].flat()
  return (
    <Choices field={field} legend={legend} hint={hint}>
      {[...options].map(([value, label]) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={checked.includes(value)} />{' '}
          <span>{label}</span>
        </label>
      ))}
    </Choices>
  )
}

/** The current state of an item, at most a line each. */
export function Lines({ lines }: { lines: string[] }) {
  return (
    <div>
      <ul className="item-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** The result of a button of the page. `forms` show their own errors. */
export function ChangeNote({ answer, forms = [] }: { answer: ChangeAnswer<unknown> | null; forms?: string[] }) {
  const { message, result, undo, intent = '' } = answer ?? {}
  if (message || undo) {
    return (
      <div role="status" className="admin-note">
        {message} {undo && <UndoButton {...undo} />}
      </div>
    )
  }
  const problem = result?.error?.['']?.join(' ')
  if (!problem || forms.includes(intent)) return null
  return (
    <p role="alert" className="form-problem">
      {problem}
    </p>
  )
}
