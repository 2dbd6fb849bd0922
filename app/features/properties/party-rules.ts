import { type Cents, formatAmount } from '#app/shared/money.ts'

type Limits = {
  maxPets: number
  maxInfants: number
  /** The pet fees; empty when pets stay free. */
  petFees: { amount: Cents; per: 'stay' | 'night'; eachPet: boolean }[]
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const inWords = (count: number) => NUMBERS[count] ?? String(count)

/** The rules about pets and infants, written from the limits that bookings are validated against. */
export function partyRules({ maxPets, maxInfants, petFees }: Limits): string[] {
  return [petRule(maxPets, petFees), infantRule(maxInfants)]
}

function petRule(most: number, fees: Limits['petFees']): string {
  if (most === 0) return 'No pets.'
  const prices = fees.map(
    ({ amount, per, eachPet }) => `${formatAmount(amount)} per ${eachPet ? 'pet and ' : ''}${per}`,
  )
  const pets = most === 1 ? 'One pet' : `Up to ${inWords(most)} pets`
  return `${[pets, ...prices].join(', ')}.`
}

function infantRule(most: number): string {
  if (most === 0) return 'Not set up for infants.'
  if (most === 1) return 'One infant under 2 is welcome and doesn’t count as a guest.'
  return `Up to ${inWords(most)} infants under 2 are welcome and don’t count as guests.`
}
