import type { Cents } from '#app/shared/money.ts'

type NightPrices = { sundayToThursday: Cents; fridayAndSaturday: Cents }

/** The demo's prices of one property. Seasons recur every year, first and last night included. */
export type PriceRecord = {
  night: NightPrices
  season: NightPrices & { name: string; startsOn: string; endsOn: string; minimumStay: number }
  cleaning: Cents
  petFee: Cents | null
  taxes: { name: string; rate: string; jurisdiction: string }[]
}

const winter = { name: 'Winter', startsOn: '12-15', endsOn: '04-10' }
const summer = { name: 'Summer', startsOn: '05-22', endsOn: '09-08' }

const steamboat = 'Steamboat Springs'
const steamboatTaxes = [
  { name: 'Sales and marketing district tax', rate: '10.4', jurisdiction: steamboat },
  { name: 'City accommodations tax', rate: '1', jurisdiction: steamboat },
  { name: 'City short-term rental tax', rate: '9', jurisdiction: steamboat },
]
const keoweeTaxes = [
  { name: 'State sales tax', rate: '5', jurisdiction: 'South Carolina' },
  { name: 'State accommodations tax', rate: '2', jurisdiction: 'South Carolina' },
  { name: 'Oconee County tax', rate: '3', jurisdiction: 'Oconee County' },
]

/** A demo promo code to try in the booking frame. */
export const demoPromoCode = { code: 'WELCOME10', percent: '10', minimumNights: 3, useLimit: 100, demo: true }

/** By property slug. */
export const prices: Record<string, PriceRecord> = {
  'large-luxury': {
    night: { sundayToThursday: 890_00, fridayAndSaturday: 1090_00 },
    season: { ...winter, minimumStay: 4, sundayToThursday: 1450_00, fridayAndSaturday: 1690_00 },
    cleaning: 450_00,
    petFee: null,
    taxes: steamboatTaxes,
  },
  'luxury-amenities': {
    night: { sundayToThursday: 420_00, fridayAndSaturday: 520_00 },
    season: { ...winter, minimumStay: 3, sundayToThursday: 690_00, fridayAndSaturday: 820_00 },
    cleaning: 250_00,
    petFee: null,
    taxes: steamboatTaxes,
  },
  'spacious-condo': {
    night: { sundayToThursday: 320_00, fridayAndSaturday: 390_00 },
    season: { ...winter, minimumStay: 3, sundayToThursday: 540_00, fridayAndSaturday: 640_00 },
    cleaning: 220_00,
    petFee: null,
    taxes: steamboatTaxes,
  },
  'lake-keowee': {
    night: { sundayToThursday: 480_00, fridayAndSaturday: 590_00 },
    season: { ...summer, minimumStay: 4, sundayToThursday: 690_00, fridayAndSaturday: 820_00 },
    cleaning: 300_00,
    petFee: 150_00,
    taxes: keoweeTaxes,
  },
}
