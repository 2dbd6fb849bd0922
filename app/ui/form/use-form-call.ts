import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { object, string } from 'zod/mini'
import { type $ZodObject, type output, safeParse } from 'zod/v4/core'
import { ApiError, apiRequest } from '#app/shared/browser/api-client.ts'
import { newIdempotencyKey } from '#app/shared/browser/idempotency-key.ts'
import { messageReference } from '#app/shared/message-reference.ts'
import { fieldsOf, genericMessage, UNREACHABLE } from '#app/shared/problem.ts'
import { useToast } from '../toast.tsx'
import { honeypotValues } from './honeypot-field.tsx'
import { useFocusFirstInvalid } from './use-focus-first-invalid.ts'
import { useSingleRun } from './use-single-run.ts'

type Fields = Record<string, string | undefined>

/** A form that the server refused without JavaScript, as returned to its page. */
export type Refused = { message: string; fields: Record<string, string>; values: Record<string, string> }

type Options<Name extends string, Schema extends $ZodObject> = {
  /** The API call of the form; without JavaScript it posts to its page instead. */
  call: string
  schema: Schema
  /** The fields in order, with their initial values. */
  initial: Record<Name, string>
  /** Extra values to send that are not fields of the form. */
  beside?: Record<string, string>
  refused: Refused | null
  /** Called on success; the form is reset afterwards. Returns the reference of what was sent; null if there is none. */
  onSent: (answer: Response, values: output<Schema>) => Promise<string | null>
  /** The toast message of a failure, given the server's message and code, if any. */
  failed: (message: string | null, code: string | null) => { title: string; description: string }
}

const storedSchema = object({ id: string() })

/** The reference in the answer; null if it has none. */
export async function storedReference(answer: Response): Promise<string | null> {
  const stored = safeParse(storedSchema, await answer.json().catch(() => null))
  return stored.success ? messageReference(stored.data.id) : null
}

const BROKEN = 'Something went wrong on our end. Nothing you typed is lost. Please try again in a moment.'
const LOOK = 'Please check the highlighted fields.'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

function fieldValue(control: Control): string | boolean {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked
  // A number field with invalid text has an empty value, so it gets one that fails.
  return control.validity.badInput ? '?' : control.value
}

const validate = <Schema extends $ZodObject>(schema: Schema, form: HTMLFormElement) => {
  const controls = [...form.elements].filter(isControl)
  const values = Object.fromEntries(controls.map((control) => [control.name, fieldValue(control)]))
  return safeParse(schema, values, { error: genericMessage })
}

/**
 * The result of a failed call for a form. It has its code and message, the errors of fields, and the message for the
 * form.
 */
function readError(error: unknown, names: readonly string[]) {
  const body = error instanceof ApiError ? error.body : null
  const [code, message, fields] = [body?.code ?? null, body?.message ?? null, body?.fields ?? {}]
  const fallback = error instanceof ApiError ? BROKEN : UNREACHABLE
  return { code, message, fields, formMessage: names.some((name) => fields[name]) ? LOOK : (message ?? fallback) }
}

/**
 * The errors of the fields and of the form as a whole. From the first press until it is sent, a change checks its
 * field.
 */
function useFormErrors<Schema extends $ZodObject>(schema: Schema, names: string[], refused: Refused | null) {
  const namesIn = (fields: Fields) => names.filter((name) => fields[name])
  const [errors, setErrors] = useState<Fields>(refused?.fields ?? {})
  const [problem, setProblem] = useState(refused && { message: refused.message, names: namesIn(refused.fields) })
  const isChecked = useRef(refused !== null)

  function show(message: string, fields: Fields) {
    setErrors(fields)
    setProblem({ message, names: namesIn(fields) })
  }
  function clear() {
    setErrors({})
    setProblem(null)
  }
  const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    if (!isChecked.current || !isControl(target)) return
    const { error } = validate(schema, currentTarget)
    const message = error && fieldsOf(error)[target.name]
    setErrors((before) => ({ ...before, [target.name]: message }))
  }
  return { errors, problem, isChecked, show, clear, onChange }
}

/**
 * A form validated by one schema, here and on the server. A failure keeps the input, and a second press sends nothing.
 * A field that the server refuses gets its message and the focus. Needs a `ToastProvider` above.
 */
export function useFormCall<Name extends string, Schema extends $ZodObject>(options: Options<Name, Schema>) {
  const { call, schema, initial, beside, refused, onSent, failed } = options
  const names = Object.keys(initial)
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const key = useRef('')
  const [sent, setSent] = useState<string | null | undefined>()
  const { pending, run } = useSingleRun()
  const { errors, problem, isChecked, show, clear, onChange } = useFormErrors(schema, names, refused)
  useFocusFirstInvalid(form, problem)
  useEffect(() => {
    key.current ||= newIdempotencyKey()
  }, [])

  function fail(error: unknown) {
    const { code, message, fields, formMessage } = readError(error, names)
    if (code === 'key-reused') key.current = newIdempotencyKey()
    show(formMessage, fields)
    toast.show({ ...failed(message, code), tone: 'error' })
  }

  async function send(sender: HTMLFormElement) {
    isChecked.current = true
    // The same error is announced again only if it was gone. Thanks for an earlier message would seem to be for this one.
    flushSync(() => {
      clear()
      setSent(null)
    })
    const parsed = validate(schema, sender)
    if (!parsed.success) return show(LOOK, fieldsOf(parsed.error))
    const body = { ...beside, ...parsed.data, ...honeypotValues(sender) }
    const answer = await apiRequest('POST', call, body, { idempotencyKey: key.current }).catch(fail)
    if (!answer) return
    setSent(await onSent(answer, parsed.data))
    key.current = newIdempotencyKey()
    isChecked.current = false
    for (const [name, value] of Object.entries<string>(initial)) {
      const control = sender.elements.namedItem(name)
      if (isControl(control)) control.value = value
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sender = event.currentTarget
    void run(() => send(sender))
  }
  return {
    pending,
    /** The reference of the last sent form, null after another attempt; undefined before the first. */
    sent,
    form: { ref: form, onSubmit, onChange, noValidate: true, method: 'post' as const, 'aria-busy': pending },
    /** The error of the form as a whole, until it is corrected. */
    problem: problem && (problem.names.length === 0 || problem.names.some((name) => errors[name])) ? problem : null,
    /** The props of a field besides its label. */
    field: (name: Name) => ({
      name,
      id: name,
      defaultValue: refused?.values[name] ?? initial[name],
      error: errors[name],
    }),
  }
}
