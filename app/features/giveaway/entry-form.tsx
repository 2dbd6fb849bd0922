import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#app/shared/api-error.ts'
import { newIdempotencyKey } from '#app/shared/idempotency-key.ts'
import { genericWords } from '#app/shared/problem.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { TrapField, trapValues } from '#app/ui/trap-field.tsx'
import { type EntryAnswer, entrySchema, type Standing, US_STATES } from './giveaway.ts'
import { sendEntry } from './giveaway-calls.ts'

const FAILED = 'There was an issue submitting your entry. Please try again.'
const NAMES = ['fullName', 'email', 'phone', 'state', 'zipCode', 'agreeToUpdates'] as const
const isField = (name: string): name is (typeof NAMES)[number] => (NAMES as readonly string[]).includes(name)

type Props = {
  /** What the page answered to the form without a script. */
  refused: Extract<EntryAnswer, { ok: false }> | null
  eligibility: string
  excludedStates: string[]
  onEntered: (entered: { email: string } & Standing) => void
}

/** Who enters. With a script it is judged here and sent as a call; without one it posts to the page. */
export function EntryForm({ refused, eligibility, excludedStates, onEntered }: Props) {
  const toast = useToast()
  const key = useRef('')
  const element = useRef<HTMLFormElement>(null)
  const [message, setMessage] = useState(refused?.message ?? '')
  const told = refused?.fields ?? {}
  const form = useForm({
    resolver: zodResolver(entrySchema, { error: genericWords }),
    mode: 'onTouched',
    defaultValues: {
      fullName: '',
      email: '',
      phone: '',
      state: '',
      zipCode: '',
      ...refused?.values,
      agreeToUpdates: Boolean(refused?.values.agreeToUpdates),
    },
  })
  const { errors, isSubmitting, dirtyFields, isSubmitted } = form.formState
  // Gone while it is mended, not when the field is left: then the button would move away under the press.
  const errorOf = (name: (typeof NAMES)[number]) =>
    errors[name]?.message ?? (dirtyFields[name] || isSubmitted ? undefined : told[name])
  // The value stands in the HTML too, for the page that comes back without a script.
  const field = (name: Exclude<(typeof NAMES)[number], 'agreeToUpdates'>) => ({
    ...form.register(name),
    defaultValue: refused?.values[name],
    required: true,
    error: errorOf(name),
  })
  useEffect(() => {
    key.current = newIdempotencyKey()
  }, [])

  const submit = form.handleSubmit(async (entry) => {
    setMessage('')
    try {
      const standing = await sendEntry({ ...entry, ...trapValues(element.current) }, key.current)
      onEntered({ email: entry.email, ...standing })
    } catch (error) {
      const problem = error instanceof ApiError ? error.body : null
      if (problem?.code === 'key-reused') key.current = newIdempotencyKey()
      for (const [name, words] of Object.entries(problem?.fields ?? {})) {
        if (isField(name)) form.setError(name, { message: words }, { shouldFocus: true })
      }
      setMessage(problem?.message ?? 'We could not reach the site. Nothing is lost: please press the button again.')
      toast.show({ title: 'Error', description: FAILED, tone: 'error' })
    }
  })

  return (
    <form
      ref={element}
      method="post"
      action="/staycation#enter"
      noValidate
      onSubmit={submit}
      aria-busy={isSubmitting}
      className="grid gap-5 sm:grid-cols-2"
    >
      {message && (
        <p role="alert" className="border-l-2 border-error pl-4 font-medium text-error sm:col-span-2">
          {message}
        </p>
      )}
      <TextField {...field('fullName')} label="Full name" autoComplete="name" className="sm:col-span-2" />
      <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
      <TextField {...field('phone')} label="Phone" type="tel" autoComplete="tel" />
      <SelectField {...field('state')} label="State" autoComplete="address-level1">
        <option value="">Choose your state</option>
        {Object.entries(US_STATES).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField {...field('zipCode')} label="Zip code" inputMode="numeric" autoComplete="postal-code" />
      <label className="consent sm:col-span-2">
        <input
          type="checkbox"
          {...form.register('agreeToUpdates')}
          defaultChecked={Boolean(refused?.values.agreeToUpdates)}
        />
        <span>
          Send me news of the homes now and then. <span className="text-muted">Optional; it changes nothing here.</span>
        </span>
      </label>
      <TrapField />
      <div className="flex flex-col gap-4 sm:col-span-2">
        <p className="text-sm text-muted">
          Open to: {eligibility} {excludedStates.length > 0 && `Not open to residents of ${namesOf(excludedStates)}. `}
          By entering you confirm that this is you, and that you accept the{' '}
          <a className="link text-ink" href="/staycation/rules">
            Official Rules
          </a>
          . No purchase necessary.
        </p>
        <Button type="submit" pending={isSubmitting} pendingText="Entering ..." className="sm:self-start">
          Enter the giveaway
        </Button>
      </div>
    </form>
  )
}

function namesOf(codes: string[]): string {
  const names = codes.map((code) => (code in US_STATES ? US_STATES[code as keyof typeof US_STATES] : code))
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)
}
