import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import type { Conversation, RequestedStay } from './conversations.ts'
import type { inboxChanges } from './inbox.changes.server.ts'
import './quote-form.css'

type Props = {
  /** The id of the message. */
  id: string
  asked: RequestedStay
  properties: Conversation['properties']
  answer: ChangeAnswer | null
}

/** Prices the stay that a message asks for. One press if it names home and dates; else the missing parts are typed. */
export function QuoteForm({ id, asked, properties, answer }: Props) {
  const isWhole = asked.property !== '' && asked.checkIn !== ''
  return (
    <ChangeForm<typeof inboxChanges, never, 'quote'>
      {...{ intent: 'quote', id, answer, stored: asked }}
      save="Add the offer"
      saving="Pricing..."
      variant="outline"
      {...(isWhole ? {} : { summary: 'Quote a stay', anchor: `quote-${id}` })}
    >
      {(fields) => (
        <div className="admin-row quote-fields">
          <FormSelect field={fields.property} label="Home" none="Choose a home" options={properties} />
          <FormText field={fields.checkIn} label="Check-in" type="date" />
          <FormText field={fields.nights} label="Nights" type="number" inputMode="numeric" min={1} />
          <FormText field={fields.adults} label="Adults" type="number" inputMode="numeric" min={1} max={99} />
          <FormText field={fields.children} label="Children" type="number" inputMode="numeric" min={0} max={99} />
        </div>
      )}
    </ChangeForm>
  )
}
