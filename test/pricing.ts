import type { PricingRules, Season, Tax, TaxedPart } from '#app/features/pricing/rates.ts'

/** A season of every year, or of one. */
export const season = (id: string, startsOn: string, endsOn: string, year: number | null = null): Season => ({
  id,
  name: id,
  startsOn,
  endsOn,
  year,
  minimumStay: 1,
  checkInDays: null,
})
const winter = { ...season('winter', '12-15', '04-10'), name: 'Winter' }
const summer = { ...season('summer', '05-22', '09-08'), name: 'Summer' }

const percent = {
  basis: 'percent' as const,
  appliesTo: ['nights', 'cleaning'] satisfies TaxedPart[],
  taxedNights: null,
  exemptFromNights: null,
}
/** A tax of 5% on nights and cleaning. */
export const salesTax: Tax = { id: 'sales', name: 'Sales tax', rate: '5', jurisdiction: null, ...percent }

const city = { jurisdiction: 'Steamboat Springs', ...percent }
const state = { jurisdiction: 'South Carolina', ...percent }
const steamboat: Tax[] = [
  { id: 'district', name: 'Sales and marketing district tax', rate: '10.4000', ...city },
  { id: 'accommodations', name: 'City accommodations tax', rate: '1.0000', ...city },
  { id: 'rental', name: 'City short-term rental tax', rate: '9.0000', ...city },
]
const keowee: Tax[] = [
  { id: 'sales', name: 'State sales tax', rate: '5.0000', ...state },
  { id: 'state', name: 'State accommodations tax', rate: '2.0000', ...state },
  { id: 'county', name: 'Oconee County tax', rate: '3.0000', jurisdiction: 'Oconee County', ...percent },
]

type Figures = {
  week: number
  weekend: number
  seasonWeek: number
  seasonWeekend: number
  cleaning: number
  minimum: number
  seasonMinimum: number
}

function rulesOf(figures: Figures, season: Season, taxes: Tax[]): PricingRules {
  return {
    baseNightly: figures.week * 100,
    minimumStay: figures.minimum,
    maximumStay: null,
    gap: null,
    checkInDays: null,
    seasons: [{ ...season, minimumStay: figures.seasonMinimum }],
    rates: [
      { seasonId: null, weekdays: [5, 6], price: figures.weekend * 100, from: null },
      { seasonId: season.id, weekdays: [0, 1, 2, 3, 4], price: figures.seasonWeek * 100, from: null },
      { seasonId: season.id, weekdays: [5, 6], price: figures.seasonWeekend * 100, from: null },
    ],
    arrivalMinimums: [],
    overrides: {},
    discounts: [],
    cleaningFee: figures.cleaning * 100,
    fees: [],
    taxes,
  }
}

/** The rates of the four demo properties, in whole dollars. */
export const largeLuxury = rulesOf(
  { week: 890, weekend: 1090, seasonWeek: 1450, seasonWeekend: 1690, cleaning: 450, minimum: 3, seasonMinimum: 4 },
  winter,
  steamboat,
)
export const luxuryAmenities = rulesOf(
  { week: 420, weekend: 520, seasonWeek: 690, seasonWeekend: 820, cleaning: 250, minimum: 2, seasonMinimum: 3 },
  winter,
  steamboat,
)
export const spaciousCondo = rulesOf(
  { week: 320, weekend: 390, seasonWeek: 540, seasonWeekend: 640, cleaning: 220, minimum: 2, seasonMinimum: 3 },
  winter,
  steamboat,
)
export const lakeKeowee: PricingRules = {
  ...rulesOf(
    { week: 480, weekend: 590, seasonWeek: 690, seasonWeekend: 820, cleaning: 300, minimum: 2, seasonMinimum: 4 },
    summer,
    keowee,
  ),
  fees: [
    {
      id: 'pet',
      kind: 'pet',
      label: 'Pet fee',
      amount: 15_000,
      per: 'stay',
      includedGuests: 0,
      eachPet: false,
      taxedBy: [],
    },
  ],
}

/** A property without lead time that can be booked as far ahead as the site allows. */
export const anyTime = { days: 0, untilHour: 24, windowDays: null }
