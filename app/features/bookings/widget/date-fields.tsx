import type { BookingOptions } from '#app/features/availability/availability.ts'
import type { CalendarNights, StayChoice } from '#app/features/availability/stay-picker/stay-choice.ts'
import type { PromoEntry } from '#app/features/pricing/promo-code.ts'
import type { Party } from '#app/shared/stay.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

type Props = {
  choice: StayChoice
  party: Party
  nights: CalendarNights
  limits: BookingOptions['rules']
  promo: PromoEntry | null
}

/** Without JavaScript the calendar is read-only: dates are typed here, and the page reloads with the price. */
export function DateFields({ choice, party, nights, limits, promo }: Props) {
  const date = { type: 'date', required: true, min: nights.today, max: nights.end }
  const count = (label: string, name: keyof Party, max: number, min = 0) => (
    <TextField label={label} name={name} type="number" min={min} max={max} defaultValue={party[name]} />
  )
  return (
    <noscript>
      <form method="get" className="grid grid-cols-2 gap-4">
        <TextField label="Check-in" name="checkin" {...date} defaultValue={choice.checkIn ?? ''} />
        <TextField label="Check-out" name="checkout" {...date} defaultValue={choice.checkOut ?? ''} />
        {count('Adults', 'adults', limits.maxGuests, 1)}
        {count('Children', 'children', limits.maxGuests)}
        {limits.maxInfants > 0 && count('Infants', 'infants', limits.maxInfants)}
        {limits.maxPets > 0 && count('Pets', 'pets', limits.maxPets)}
        <TextField
          label="Have a code?"
          name="promo"
          maxLength={100}
          defaultValue={promo?.typed}
          error={promo?.error ?? undefined}
          className="col-span-2"
        />
        <Button type="submit" look="outline" className="col-span-2">
          Show the price
        </Button>
      </form>
    </noscript>
  )
}
