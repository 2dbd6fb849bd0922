import type { ManagedBooking } from '#app/features/bookings/manage/list/booking-list.ts'
import type { SetUpItem } from '#app/features/set-up/set-up.ts'
import { addDays } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Task } from '#app/shared/task.ts'

/** A stay of the coming days, or one that waits for something. */
export type TodayStay = Omit<ManagedBooking, 'parts'> & {
  checkInTime: string
  checkOutTime: string
  /** Whether somebody said that the home is ready for this stay. */
  isReady: boolean
  /** What must be paid before the guest reads the codes; 0 for nothing, or without codes. */
  codesWaitFor: Cents
  /** What a card refused to pay, be it for the first time. */
  refusedByCard: Cents
  /** When the guest was last reminded to pay. */
  remindedAt: Date | null
}

/** `setUp` is what is left before the first guest; null once that is done or put away. */
export type TodayPage = { tasks: Task[]; stays: TodayStay[]; demo: boolean; setUp: SetUpItem[] | null }

type TodayColumn = { key: 'arriving' | 'leaving' | 'staying'; title: string; stays: TodayStay[] }

/** The stays of one day: who arrives, who leaves, who stays on. `offset` is in days from each property's today. */
export function staysOf(stays: readonly TodayStay[], offset: number): TodayColumn[] {
  const on = (stay: TodayStay) => addDays(stay.today, offset)
  return [
    { key: 'arriving', title: 'Arriving', stays: stays.filter((stay) => stay.checkIn === on(stay)) },
    { key: 'leaving', title: 'Leaving', stays: stays.filter((stay) => stay.checkOut === on(stay)) },
    {
      key: 'staying',
      title: 'In house',
      stays: stays.filter((stay) => stay.checkIn < on(stay) && stay.checkOut > on(stay)),
    },
  ]
}

/** The stays that arrive within the days from `from` to `to`, by date. */
export function arrivingWithin(stays: readonly TodayStay[], { from, to }: { from: number; to: number }): TodayStay[] {
  return stays.filter(({ today, checkIn }) => checkIn >= addDays(today, from) && checkIn <= addDays(today, to))
}
