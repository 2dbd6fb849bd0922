import type { FieldMetadata } from '@conform-to/react'
import { type ReactNode, useRef } from 'react'
import type { ChangeForms } from '#app/shared/change-answer.ts'
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
  FormNumber,
  FormSelect,
  FormText,
} from './change-form.tsx'
import { TextField } from './field.tsx'
import { MonthDay } from './month-day.tsx'
import { RecordImage } from './record-image.tsx'
import { RecordList } from './record-list.tsx'
import './record-inputs.css'

type Input = FieldMetadata<string | null | undefined>
type Choices = FieldMetadata<string[] | null | undefined>
type Inputs = Record<string, FieldMetadata<unknown>>
type Group = FieldMetadata<Record<string, unknown>>
type Day = FieldMetadata<{ month?: string; day?: string }>

type FormProps<Value> = Pick<
  ChangeFormProps<ChangeForms, string, never>,
  'intent' | 'id' | 'version' | 'summary' | 'anchor' | 'save' | 'answer' | 'previewAt'
> & {
  fields: RecordFields<Value>
  /** Null for a new one. */
  value: NoInfer<Value> | null
  /** Draws what was typed so far: of the list `place`, or of the whole form, whose place is empty. */
  draw?: Draw
}
type Draw = (place: string, typed: unknown) => ReactNode

/** The form of a part of a record, by its fields. `intent` is that of its change. */
export function RecordForm<Value>({ fields, value, draw, previewAt = '', ...form }: FormProps<Value>) {
  return (
    <ChangeForm<ChangeForms>
      {...form}
      keeps
      previewAt={previewAt}
      stored={(value && typedRecord(fields, value)) as never}
    >
      {(inputs) => (
        <>
          {/* Enter saves: without it, it would press the first button of a list. */}
          <button type="submit" tabIndex={-1} className="sr-only">
            Save
          </button>
          <Inputs fields={anyFields(fields)} inputs={inputs as Inputs} draw={draw} />
          {draw?.('', typedIn(Object.keys(fields), inputs as Inputs))}
        </>
      )}
    </ChangeForm>
  )
}

const typedIn = (names: string[], inputs: Inputs) =>
  Object.fromEntries(names.map((name) => [name, inputs[name]?.value]))

type InputsProps = {
  fields: AnyFields
  inputs: Inputs
  /** They are of a group that may stay empty as a whole. */
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

function RecordInput({ name, field, input, ofOptional, draw }: InputProps) {
  const { hint, needed } = field
  const label = field.optional ? `${field.label} (${needed ? `needed ${needed}` : 'optional'})` : field.label
  const shown = { field: input as Input, label, hint, required: !field.optional && !ofOptional }
  switch (field.kind) {
    case 'line':
      return <FormText {...shown} />
    case 'color':
      return <RecordColor field={input as Input} label={label} hint={hint} />
    case 'date':
      return <FormText {...shown} type="date" />
    case 'hidden':
      return <input type="hidden" name={input.name} defaultValue={(input as Input).initialValue} />
    case 'text':
      return <FormArea {...shown} rows={field.rows} />
    case 'paragraphs':
      return <FormArea {...shown} />
    case 'lines':
      return <FormArea {...shown} hint={[hint, 'One on each line.'].filter(Boolean).join(' ')} />
    case 'moment':
      return <FormText {...shown} type="datetime-local" />
    case 'number':
    case 'money':
      return <FormNumber {...shown} />
    case 'choice':
      return (
        <FormSelect {...shown} none={field.optional ? 'None' : undefined} options={Object.entries(field.options)} />
      )
    case 'choices':
      return (
        <div className="record-choices">
          <FormChecks field={input as Choices} legend={label} hint={hint} options={Object.entries(field.options)} />
        </div>
      )
    case 'check':
      return <FormCheck field={input as Input} label={label} />
    case 'month-day':
      return <MonthDay field={input as Day} label={label} optional={field.optional} />
    case 'image':
      return <RecordImage field={input as Input} label={label} hint={hint} optional={field.optional || ofOptional} />
    case 'group':
      return (
        <RecordGroup legend={label} hint={hint}>
          <Inputs
            fields={field.fields}
            inputs={(input as Group).getFieldset()}
            ofOptional={field.optional || ofOptional}
            draw={draw}
          />
        </RecordGroup>
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

function RecordGroup({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="record-group">
      <legend>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {children}
    </fieldset>
  )
}

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
