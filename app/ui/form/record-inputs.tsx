import type { FieldMetadata } from '@conform-to/react'
import { type ComponentProps, createContext, type ReactNode, useContext, useRef } from 'react'
import { ConfirmField } from '#app/shared/browser/confirm-field.tsx'
import type { ChangeAnswer, ChangeForms } from '#app/shared/change-answer.ts'
import {
  type AnyFields,
  anyFields,
  type RecordField,
  type RecordFields,
  typedRecord,
} from '#app/shared/record-fields.ts'
import {
  ChangeForm,
  type ChangeFormProps,
  FormArea,
  FormCheck,
  FormChecks,
  FormChoice,
  FormNumber,
  FormSelect,
  FormText,
} from './change-form.tsx'
import { TextField } from './field.tsx'
import { LineRows } from './line-rows.tsx'
import { MonthDay } from './month-day.tsx'
import { RecordImage } from './record-image.tsx'
import { RecordList } from './record-list.tsx'
import { WeekdayRows, Weekdays } from './weekday-rows.tsx'
import './record-inputs.css'

type Input = FieldMetadata<string | null | undefined>
type Choices = FieldMetadata<string[] | null | undefined>
type Inputs = Record<string, FieldMetadata<unknown>>
type Group = FieldMetadata<Record<string, unknown>>
type Rows = FieldMetadata<{ days?: string[]; value?: string }[] | null | undefined>
type Day = FieldMetadata<{ month?: string; day?: string }>

export type RecordFormProps<Value, Preview = unknown> = Pick<
  ChangeFormProps<ChangeForms, string, never>,
  | 'storesDraft'
  | 'onChange'
  | 'secrets'
  | 'beside'
  | 'intent'
  | 'id'
  | 'version'
  | 'summary'
  | 'drawer'
  | 'anchor'
  | 'save'
  | 'variant'
  | 'previewAt'
> & {
  answer: ChangeAnswer<Preview> | null
  /** The content below its fields, by the answer to this form. */
  after?: (own: ChangeAnswer<Preview> | null) => ReactNode
  fields: RecordFields<Value>
  /** Null for a new one. */
  value: NoInfer<Value> | null
  /** The initial input of a new one. */
  start?: Record<string, unknown>
  /** The key by which a new one is stored once. */
  formKey?: string
  /** The operator must have signed in recently. */
  confirms?: true
  /** The homes that a field can choose. */
  properties?: readonly Property[]
  /** Draws the current input: of the list `place`, or of the whole form, whose place is empty. */
  draw?: Draw
}
type Property = { id: string; name: string }
type Draw = (place: string, typed: unknown) => ReactNode

const Properties = createContext<readonly Property[]>([])

/** The form of a part of a record, by its fields. `intent` is that of its change. */
export function RecordForm<Value, Preview = unknown>(props: RecordFormProps<Value, Preview>) {
  const {
    fields,
    value,
    start = null,
    draw,
    formKey,
    properties = [],
    confirms,
    storesDraft = true,
    after,
    ...form
  } = props
  return (
    <ChangeForm<ChangeForms, Preview>
      {...form}
      storesDraft={storesDraft}
      stored={(value ? typedRecord(fields, value) : start) as never}
    >
      {(inputs, own) => (
        <Properties value={properties}>
          {formKey && <input type="hidden" name="key" value={formKey} />}
          {/* Enter saves: without it, it would press the first button of a list. */}
          {hasList(anyFields(fields)) && (
            <button type="submit" tabIndex={-1} className="sr-only">
              Save
            </button>
          )}
          <Inputs fields={anyFields(fields)} inputs={inputs as Inputs} draw={draw} />
          {draw?.('', typedIn(Object.keys(fields), inputs as Inputs))}
          {confirms && <ConfirmField />}
          {after?.(own)}
        </Properties>
      )}
    </ChangeForm>
  )
}

const hasList = (fields: AnyFields): boolean =>
  Object.values(fields).some((field) => field.kind === 'list' || (field.kind === 'group' && hasList(field.fields)))

const typedIn = (names: string[], inputs: Inputs) =>
  Object.fromEntries(names.map((name) => [name, inputs[name]?.value]))

type InputsProps = {
  fields: AnyFields
  inputs: Inputs
  /** They belong to a group that may stay empty as a whole. */
  ofOptional?: boolean | undefined
  draw?: Draw | undefined
}

const Inputs = ({ fields, inputs, ofOptional, draw }: InputsProps) =>
  Object.entries(fields).map(([name, field]) => {
    const input = inputs[name]
    return (
      input && <RecordInput key={name} name={name} field={field} input={input} ofOptional={ofOptional} draw={draw} />
    )
  })

type InputProps = Pick<InputsProps, 'ofOptional' | 'draw'> & {
  name: string
  field: RecordField
  input: FieldMetadata<unknown>
}

/** The types of inputs of one line. */
const TYPES = {
  line: 'text',
  url: 'url',
  email: 'email',
  phone: 'tel',
  date: 'date',
  moment: 'datetime-local',
  time: 'time',
}

type LinesProps = Omit<ComponentProps<typeof LineRows>, 'item' | 'most'> & {
  lines: Extract<RecordField, { kind: 'lines' }>
}

const RecordLines = ({ lines: { item, most }, ...shown }: LinesProps) =>
  item ? (
    <LineRows {...shown} item={item} most={most} />
  ) : (
    <FormArea {...shown} hint={[shown.hint, 'One on each line.'].filter(Boolean).join(' ')} />
  )

function RecordInput({ name, field, input, ofOptional, draw }: InputProps) {
  const { hint, needed } = field
  const label = field.optional ? `${field.label} (${needed ? `needed ${needed}` : 'optional'})` : field.label
  const shown = { field: input as Input, label, hint, required: !field.optional && !ofOptional }
  const none = field.optional ? (field.none ?? 'None') : undefined
  switch (field.kind) {
    case 'line':
    case 'url':
    case 'email':
    case 'phone':
    case 'date':
    case 'moment':
    case 'time':
      return <FormText {...shown} type={TYPES[field.kind]} />
    case 'color':
      return <RecordColor field={input as Input} label={label} hint={hint} />
    case 'hidden':
      return <input type="hidden" name={input.name} defaultValue={(input as Input).initialValue} />
    case 'text':
      return <FormArea {...shown} rows={field.rows} />
    case 'paragraphs':
      return <FormArea {...shown} />
    case 'lines':
      return <RecordLines {...shown} lines={field} />
    case 'number':
    case 'decimal':
    case 'money':
    case 'percent':
      return <FormNumber {...shown} />
    case 'choice':
      return <RecordChoice {...shown} choice={field} />
    case 'weekdays':
      return <Weekdays field={input as Choices} legend={label} hint={hint} />
    case 'weekday-rows':
      return <WeekdayRows field={input as Rows} legend={label} unit={field.value.label} hint={hint} />
    case 'choices':
      return <RecordChoices field={field} input={input as Choices} />
    case 'property':
    case 'properties':
      return <RecordProperties {...{ ...shown, none }} areSeveral={field.kind === 'properties'} />
    case 'check':
      return <FormCheck field={input as Input} label={field.label} />
    case 'month-day':
      return <MonthDay field={input as Day} label={label} optional={field.optional} />
    case 'image':
      return <RecordImage field={input as Input} label={label} hint={hint} optional={field.optional || ofOptional} />
    case 'group':
      return (
        <RecordGroup {...{ field, label, draw }} input={input as Group} ofOptional={field.optional || ofOptional} />
      )
    case 'list':
      return (
        <RecordList
          field={field}
          input={input as FieldMetadata<Record<string, unknown>[]>}
          drawing={draw?.(name, input.value)}
        >
          {(item) => <Inputs fields={field.fields} inputs={item.getFieldset()} draw={draw} />}
        </RecordList>
      )
  }
}

type ChoiceProps = {
  choice: RecordField & { kind: 'choice' }
  field: Input
  label: string
  hint?: string
  required: boolean
}

function RecordChoice({ choice: { options, sentences, optional, none }, ...shown }: ChoiceProps) {
  const entries = Object.entries(options)
  if (sentences) return <FormChoice field={shown.field} legend={shown.label} options={entries} sentences={sentences} />
  return <FormSelect {...shown} none={none ?? (optional ? 'None' : undefined)} options={entries} />
}

/** Labels of at most so many letters stand in columns. */
const SHORT = 24

type ChoicesProps = { field: RecordField & { kind: 'choices' }; input: Choices }

/** No box of them is required, so that they are not marked as optional. */
function RecordChoices({ field: { options, label, hint }, input }: ChoicesProps) {
  if (Object.keys(options).length === 0) return null
  const areShort = Object.values(options).every((option) => option.length <= SHORT)
  return (
    <div className={areShort ? 'record-choices' : undefined}>
      <FormChecks field={input} legend={label} hint={hint} options={Object.entries(options)} />
    </div>
  )
}

type PropertiesProps = { field: Input; label: string; hint?: string; none?: string; required: boolean }

function RecordProperties({ areSeveral, ...shown }: PropertiesProps & { areSeveral: boolean }) {
  const { field, label, hint } = shown
  const options = useContext(Properties).map(({ id, name }) => [id, name] as const)
  return areSeveral ? (
    <FormChecks field={field} legend={label} hint={hint} options={options} />
  ) : (
    <FormSelect {...shown} options={options} />
  )
}

type GroupProps = Pick<InputsProps, 'ofOptional' | 'draw'> & {
  field: RecordField & { kind: 'group' }
  input: Group
  label: string
}

const RecordGroup = ({ field: { fields, hint }, input, label, ...rest }: GroupProps) => (
  <fieldset className="record-group">
    <legend>{label}</legend>
    {hint && <p className="field-hint">{hint}</p>}
    <Inputs {...rest} fields={fields} inputs={input.getFieldset()} />
  </fieldset>
)

/** A color as text, with the browser's way to choose it beside. */
function RecordColor({ field, label, hint }: { field: Input; label: string; hint?: string }) {
  const text = useRef<HTMLInputElement>(null)
  return (
    <div className="record-color">
      <TextField
        ref={text}
        id={field.id}
        name={field.name}
        defaultValue={field.initialValue ?? ''}
        error={field.errors?.[0]}
        label={label}
        hint={hint}
        autoComplete="off"
      />
      <input
        type="color"
        aria-label={`Choose: ${label}`}
        className="needs-script"
        defaultValue={field.initialValue || '#f0a13a'}
        onChange={({ target }) => {
          if (text.current) text.current.value = target.value
        }}
      />
    </div>
  )
}
