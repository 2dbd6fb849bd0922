import { anyOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField, SelectField, TextField } from '#app/ui/form/field.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { HoneypotField } from '#app/ui/form/honeypot-field.tsx'
import { useFormCall } from '#app/ui/form/use-form-call.ts'
import { type EntryAnswer, type EntryReason, entrySchema, ENTRY_LABELS as LABELS, type Standing } from './giveaway.ts'
import { standingAfter } from './giveaway-calls.ts'
import { US_STATES } from './us-states.ts'

/** Why another attempt would not help. */
const TAKES_NONE: string[] = ['closed', 'not-open', 'no-giveaway'] satisfies EntryReason[]
const EMPTY = { fullName: '', email: '', phone: '', state: '', zipCode: '' }

type Props = {
  /** The page's response to the form without JavaScript. */
  refused: Extract<EntryAnswer, { ok: false }> | null
  eligibility: string
  excludedStates: string[]
  onEntered: (entered: { email: string } & Standing) => void
}

/** The entry form. JavaScript validates it here and sends it to the API; without JavaScript it posts to the page. */
export function EntryForm({ refused, eligibility, excludedStates, onEntered }: Props) {
  const { form, field, problem, pending } = useFormCall({
    call: '/api/entries',
    schema: entrySchema,
    initial: EMPTY,
    refused,
    onSent: async (answer, { email }) => {
      onEntered({ email, ...(await standingAfter(answer, email)) })
      return null
    },
    failed: (message, code) => ({
      title: 'Error',
      description:
        message && code && TAKES_NONE.includes(code)
          ? message
          : 'There was an issue submitting your entry. Please try again.',
    }),
  })
  return (
    <form {...form} action="/staycation#enter" className="flex flex-col gap-5">
      <FormError problem={problem} labels={LABELS} />
      <TextField
        {...field('fullName')}
        label={LABELS.fullName}
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <EmailField {...field('email')} label={LABELS.email} required />
        <TextField {...field('phone')} label={LABELS.phone} type="tel" inputMode="tel" autoComplete="tel" required />
        <SelectField {...field('state')} label={LABELS.state} autoComplete="address-level1" required>
          <option value="">Choose your state</option>
          {Object.entries(US_STATES).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field('zipCode')}
          label={LABELS.zipCode}
          inputMode="numeric"
          autoComplete="postal-code"
          hint="5 digits"
          required
        />
      </div>
      <label className="consent">
        <input type="checkbox" name="agreeToUpdates" defaultChecked={Boolean(refused?.values.agreeToUpdates)} />
        <span>
          Send me occasional news. <span className="text-muted">Optional; it won’t affect your chances.</span>
        </span>
      </label>
      <HoneypotField />
      <p className="text-sm text-muted">
        Open to: {eligibility} {excludedStates.length > 0 && `Not open to residents of ${namesOf(excludedStates)}. `}
        By entering, you confirm that this is you and that you accept the{' '}
        <a className="link text-foreground" href="/staycation/rules">
          Official Rules
        </a>
        . No purchase necessary.
      </p>
      <Button type="submit" pending={pending} pendingText="Entering..." className="sm:self-start">
        Enter the giveaway
      </Button>
    </form>
  )
}

function namesOf(codes: string[]): string {
  const names = codes.map((code) => (code in US_STATES ? US_STATES[code as keyof typeof US_STATES] : code))
  return anyOf(names)
}
