import type { Party } from '#app/shared/stay.ts'
import { Stepper } from '#app/ui/stepper.tsx'

type Props = {
  party: Party
  limits: { maxGuests: number; maxInfants: number; maxPets: number }
  onChange: (party: Party) => void
}

/** Adults and children share the beds; infants and pets have their own limits (docs/decisions/011). */
export function PartySteppers({ party, limits, onChange }: Props) {
  const set = (part: keyof Party) => (count: number) => onChange({ ...party, [part]: count })
  return (
    <>
      <Stepper
        label="Adults"
        name="adults"
        min={1}
        max={Math.max(1, limits.maxGuests - party.children)}
        value={party.adults}
        onChange={set('adults')}
      />
      <Stepper
        label="Children"
        hint="2 to 17 years"
        name="children"
        max={Math.max(0, limits.maxGuests - party.adults)}
        value={party.children}
        onChange={set('children')}
      />
      {limits.maxInfants > 0 && (
        <Stepper
          label="Infants"
          hint="Under 2, not counted"
          name="infants"
          max={limits.maxInfants}
          value={party.infants}
          onChange={set('infants')}
        />
      )}
      {limits.maxPets > 0 && (
        <Stepper label="Pets" name="pets" max={limits.maxPets} value={party.pets} onChange={set('pets')} />
      )}
    </>
  )
}
