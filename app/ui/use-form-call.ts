import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { $ZodType } from 'zod/v4/core'
import { apiRequest } from '#app/shared/api-client.ts'
import { ApiError } from '#app/shared/api-error.ts'
import { newIdempotencyKey } from '#app/shared/idempotency-key.ts'
import { genericMessage, UNREACHABLE } from '#app/shared/problem.ts'
import { honeypotValues } from './honeypot-field.tsx'
import { useToast } from './toast.tsx'
import { useFocusFirstInvalid } from './use-focus-first-invalid.ts'

/** A posted form that the server did not take, as the page comes back with it. */
export type Refused = { message: string; fields: Record<string, string>; values: Record<string, string> }

type Options<Name extends string> = {
  /** The call that the form makes; without JavaScript it posts to its page instead. */
  call: string
  schema: $ZodType
  /** The fields in their order, with what stands in them at first. */
  initial: Record<Name, string>
  /** Sent along, but no field of the form. */
  beside?: Record<string, string>
  refused: Refused | null
  /** It is stored; the form is emptied after this. */
  onSent: (answer: Response, values: FieldValues) => void | Promise<void>
  /** What the toast says of a failure, for what the server said of it, if it did, and by which code. */
  failed: (message: string | null, code: string | null) => { title: string; description: string }
}

const BROKEN = 'Something went wrong on our side. Nothing you typed is lost: please press the button again in a moment.'
const LOOK = 'Please look at the fields below.'

/** A number field that holds something else has an empty value, so that the mistake would pass for an omission. */
function withUnreadable(form: HTMLFormElement | null, values: FieldValues): FieldValues {
  const inputs = [...(form?.querySelectorAll('input') ?? [])].filter((input) => input.validity.badInput)
  return { ...values, ...Object.fromEntries(inputs.map((input) => [input.name, '?'])) }
}

/**
 * A form whose values one schema judges, here and on the server. What was typed stays on every failure; sending twice sends
 * once; a field that the server refuses gets its words and the focus. Needs a `ToastProvider` above.
 */
export function useFormCall<Name extends string>(options: Options<Name>) {
  const { call, schema, initial, beside, refused, onSent, failed } = options
  const names = Object.keys(initial) as Name[]
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const key = useRef('')
  const sending = useRef(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState(
    refused ? { message: refused.message, names: Object.keys(refused.fields) } : null,
  )
  const [refusedErrors] = useState(() => {
    const words = Object.entries(refused?.fields ?? {}).filter(([name]) => (names as string[]).includes(name))
    return Object.fromEntries(words.map(([name, message]) => [name, { type: 'server', message }]))
  })

  const judge = zodResolver(schema as never, { error: genericMessage } as never) as unknown as Resolver<FieldValues>
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm<FieldValues>({
    resolver: (values, context, rest) => judge(withUnreadable(form.current, values), context, rest),
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
    let answer: Response
    try {
      answer = await apiRequest('POST', call, body, { idempotencyKey: key.current })
    } catch (error) {
      fail(error)
      return
    }
    await onSent(answer, values)
    key.current = newIdempotencyKey()
    reset(initial)
  }

  function fail(error: unknown) {
    const body = error instanceof ApiError ? error.body : null
    if (body?.code === 'key-reused') key.current = newIdempotencyKey()
    const fields = Object.entries(body?.fields ?? {}).filter(([name]) => (names as string[]).includes(name))
    for (const [name, words] of fields) setError(name as Path<FieldValues>, { type: 'server', message: words })
    const first = names.find((name) => fields.some(([field]) => field === name))
    if (first) setFocus(first)
    const unsaid = error instanceof ApiError ? BROKEN : UNREACHABLE
    setProblem({
      message: fields.length > 0 ? LOOK : (body?.message ?? unsaid),
      names: fields.map(([name]) => name),
    })
    toast.show({ ...failed(body?.message ?? null, body?.code ?? null), tone: 'error' })
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setPending(true)
    setProblem(null)
    try {
      await handleSubmit(send, (found) => {
        setProblem({ message: LOOK, names: names.filter((name) => found[name]) })
      })()
    } finally {
      sending.current = false
      setPending(false)
    }
  }

  return {
    pending,
    register,
    form: { ref: form, onSubmit: submit, noValidate: true, method: 'post' as const, 'aria-busy': pending },
    /** What is wrong with the form as a whole, until it is mended. */
    problem: problem && (problem.names.length === 0 || problem.names.some((name) => errors[name])) ? problem : null,
    /** What a field needs besides its label. */
    field: (name: Name) => ({
      ...register(name),
      id: name,
      defaultValue: refused?.values[name] ?? initial[name],
      error: errors[name]?.message?.toString(),
    }),
  }
}
