import type { Party } from '#app/shared/stay.ts'
import { Stepper } from '#app/ui/form/stepper.tsx'

type Props = {
  party: Party
  limits: { maxGuests: number; maxInfants: number; maxPets: number }
  /** The price of a count, beside its label. */
  notes?: { adults?: string; pets?: string }
  onChange: (party: Party) => void
}

/** Adults and children share the beds; infants and pets have their own limits (docs/decisions/011). */
export function PartySteppers({ party, limits, notes, onChange }: Props) {
  const set = (part: keyof Party) => (count: number) => onChange({ ...party, [part]: count })
  return (
    <>
      <Stepper
        label="Adults"
        one="an adult"
        hint={notes?.adults}
        name="adults"
        min={1}
        atLeast="Your group needs at least one adult."
        max={Math.max(1, limits.maxGuests - party.children)}
        value={party.adults}
        onChange={set('adults')}
      />
      <Stepper
        label="Children"
        one="a child"
        hint="Ages 2 to 17"
        name="children"
        max={Math.max(0, limits.maxGuests - party.adults)}
        value={party.children}
        onChange={set('children')}
      />
      {limits.maxInfants > 0 && (
        <Stepper
          label="Infants"
          one="an infant"
          hint="Under 2, don’t count toward the limit"
          name="infants"
          max={limits.maxInfants}
          value={party.infants}
          onChange={set('infants')}
        />
      )}
      {limits.maxPets > 0 && (
        <Stepper
          label="Pets"
          one="a pet"
          hint={notes?.pets}
          name="pets"
          max={limits.maxPets}
          value={party.pets}
          onChange={set('pets')}
        />
      )}
    </>
  )
}
