import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { $ZodType } from 'zod/v4/core'
import { apiRequest } from '#app/shared/api-client.ts'
import { ApiError } from '#app/shared/api-error.ts'
import { newIdempotencyKey } from '#app/shared/idempotency-key.ts'
import { genericMessage, UNREACHABLE } from '#app/shared/problem.ts'
import { honeypotValues } from './honeypot-field.tsx'
import { useToast } from './toast.tsx'
import { useFocusFirstInvalid } from './use-focus-first-invalid.ts'

/** A form that the server refused without JavaScript, as returned to its page. */
export type Refused = { message: string; fields: Record<string, string>; values: Record<string, string> }

type Options<Name extends string> = {
  /** The API call of the form; without JavaScript it posts to its page instead. */
  call: string
  schema: $ZodType
  /** The fields in order, with their initial values. */
  initial: Record<Name, string>
  /** Extra values to send that are not fields of the form. */
  beside?: Record<string, string>
  refused: Refused | null
  /** Called on success; the form is reset afterwards. */
  onSent: (answer: Response, values: FieldValues) => void | Promise<void>
  /** The toast message of a failure, given the server's message and code, if any. */
  failed: (message: string | null, code: string | null) => { title: string; description: string }
}

const BROKEN = 'Something went wrong on our side. Nothing you typed is lost: please press the button again in a moment.'
const LOOK = 'Please look at the fields below.'

/**
 * Validates with the server's schema. A number input with invalid text has an empty value, so it is replaced by one
 * that fails.
 */
function resolverOf(schema: $ZodType, form: RefObject<HTMLFormElement | null>): Resolver<FieldValues> {
  const validate = zodResolver(schema as never, { error: genericMessage } as never) as unknown as Resolver<FieldValues>
  return (values, context, options) => {
    const unreadable = [...(form.current?.querySelectorAll('input') ?? [])].filter(({ validity }) => validity.badInput)
    const filled = { ...values, ...Object.fromEntries(unreadable.map(({ name }) => [name, '?'])) }
    return validate(filled, context, options)
  }
}

const fieldErrors = (refusal: { fields?: Record<string, string> } | null, names: readonly string[]) =>
  Object.entries(refusal?.fields ?? {}).filter(([name]) => names.includes(name))

/** The result of a failed call for a form: the errors of its own fields, and the message for the form as a whole. */
function readError(error: unknown, names: readonly string[]) {
  const body = error instanceof ApiError ? error.body : null
  const [code, message] = [body?.code ?? null, body?.message ?? null]
  const fields = fieldErrors(body, names)
  const fallback = error instanceof ApiError ? BROKEN : UNREACHABLE
  return { code, message, fields, formMessage: fields.length > 0 ? LOOK : (message ?? fallback) }
}

/** Runs work unless the previous run is still in progress. */
function useSingleRun() {
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  async function run(work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setPending(true)
    try {
      await work()
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { pending, run }
}

/**
 * A form validated by one schema, here and on the server. A failure keeps the input, and a second press sends nothing.
 * A field that the server refuses gets its message and the focus. Needs a `ToastProvider` above.
 */
export function useFormCall<Name extends string>(options: Options<Name>) {
  const { call, schema, initial, beside, refused, onSent, failed } = options
  const names = Object.keys(initial) as Name[]
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const key = useRef('')
  const { pending, run } = useSingleRun()
  const [problem, setProblem] = useState(
    refused ? { message: refused.message, names: Object.keys(refused.fields) } : null,
  )
  const [refusedErrors] = useState(() => {
    const own = fieldErrors(refused, names)
    return Object.fromEntries(own.map(([name, message]) => [name, { type: 'server', message }]))
  })

  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm<FieldValues>({
    resolver: resolverOf(schema, form),
    mode: refused ? 'onChange' : 'onSubmit',
    errors: refusedErrors,
  })
  const { errors } = formState

  useFocusFirstInvalid(form, refused)
  useEffect(() => {
    key.current ||= newIdempotencyKey()
  }, [])

  async function send(values: FieldValues) {
    const body = { ...beside, ...values, ...honeypotValues(form.current) }
    const answer = await apiRequest('POST', call, body, { idempotencyKey: key.current }).catch(fail)
    if (!answer) return
    await onSent(answer, values)
    key.current = newIdempotencyKey()
    reset(initial)
  }

  function fail(error: unknown) {
    const { code, message, fields, formMessage } = readError(error, names)
    if (code === 'key-reused') key.current = newIdempotencyKey()
    for (const [name, words] of fields) setError(name as Path<FieldValues>, { type: 'server', message: words })
    const first = names.find((name) => fields.some(([field]) => field === name))
    if (first) setFocus(first)
    setProblem({ message: formMessage, names: fields.map(([name]) => name) })
    toast.show({ ...failed(message, code), tone: 'error' })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    return run(() => {
      setProblem(null)
      return handleSubmit(send, (found) => setProblem({ message: LOOK, names: names.filter((name) => found[name]) }))()
    })
  }

  return {
    pending,
    register,
    form: { ref: form, onSubmit: submit, noValidate: true, method: 'post' as const, 'aria-busy': pending },
    /** The error of the form as a whole, until it is corrected. */
    problem: problem && (problem.names.length === 0 || problem.names.some((name) => errors[name])) ? problem : null,
    /** The props of a field besides its label. */
    field: (name: Name) => ({
      ...register(name),
      id: name,
      defaultValue: refused?.values[name] ?? initial[name],
      error: errors[name]?.message?.toString(),
    }),
  }
}
