import type { Party } from '#app/shared/stay.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { type CalendarFacts, lastCheckOut, type StayChoice } from '../stay-choice.ts'

/** Without JavaScript the calendar only shows; the dates are typed here, and the page comes back with the price. */
export function DateFields({ choice, party, facts }: { choice: StayChoice; party: Party; facts: CalendarFacts }) {
  return (
    <noscript>
      <form method="get" className="grid grid-cols-2 gap-4">
        <TextField
          label="Check-in"
          name="checkin"
          type="date"
          required
          min={facts.today}
          max={lastCheckOut(facts)}
          defaultValue={choice.checkIn ?? ''}
        />
        <TextField
          label="Check-out"
          name="checkout"
          type="date"
          required
          min={facts.today}
          max={lastCheckOut(facts)}
          defaultValue={choice.checkOut ?? ''}
        />
        <TextField label="Adults" name="adults" type="number" min={1} defaultValue={party.adults} />
        <TextField label="Children" name="children" type="number" min={0} defaultValue={party.children} />
        <TextField label="Infants" name="infants" type="number" min={0} defaultValue={party.infants} />
        <TextField label="Pets" name="pets" type="number" min={0} defaultValue={party.pets} />
        <Button type="submit" look="outline" className="col-span-2">
          Show the price
        </Button>
      </form>
    </noscript>
  )
}
