import type { ManagedBooking } from '#app/features/bookings/manage/list/booking-list.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import type { SetUpItem } from '#app/features/set-up/set-up.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { Task } from '#app/shared/task.ts'

/** A stay of the coming days, or one that waits for something. */
export type TodayStay = Omit<ManagedBooking, 'parts'> & {
  checkInTime: string
  checkOutTime: string
  /** Whether the home was marked as ready for this stay. */
  isReady: boolean
  /** The amount to be paid before the guest sees the codes; 0 for nothing, or without codes. */
  codesWaitFor: Cents
  /** The amount that a card refused to pay, also at the first attempt. */
  refusedByCard: Cents
  /** When the guest was last reminded to pay. */
  remindedAt: Date | null
}

/** Who has a night of a home. */
export type NightUse = 'vacant' | 'booking' | 'request' | 'import' | 'hold' | 'owner' | 'closed'

/** A home, who is there tonight, and the nights from then on. */
export type TodayProperty = {
  slug: string
  name: string
  cover: ImageSource | null
  guest: { reference: string; name: string; phone: string | null; email: string } | null
  /** What is tonight, in a few words. */
  words: string
  /** Who has each of the nights. */
  uses: NightUse[]
  /** Those on hold with an offer, by the id of the offer, in words. */
  holds: { id: string; conversation: string; words: string }[]
  /** The vacant ones in words. */
  vacancy: string
  /** The last of these nights. */
  last: IsoDate
}

/** `setUp` is what is left before the first guest; null once that is done or put away. */
export type TodayPage = {
  tasks: Task[]
  stays: TodayStay[]
  properties: TodayProperty[]
  demo: boolean
  setUp: SetUpItem[] | null
}

/** What the site does by itself, and whether it does. */
export type SiteState = { words: string; isFine: boolean; path: string | null }[]

/** A guest who comes or goes. */
export type Movement = { kind: 'check-in' | 'check-out'; date: IsoDate; stay: TodayStay }

/** Who comes and goes from each home’s today on, within so many days, by day. On each day, check-outs come first. */
export function movementsOf(stays: readonly TodayStay[], days: number): { date: IsoDate; movements: Movement[] }[] {
  const all = stays.flatMap((stay): Movement[] => [
    { kind: 'check-out', date: stay.checkOut, stay },
    { kind: 'check-in', date: stay.checkIn, stay },
  ])
  const near = all.filter(({ date, stay: { today } }) => date >= today && date < addDays(today, days))
  const byDate = Map.groupBy(near, ({ date }) => date)
  return [...byDate]
    .map(([date, movements]) => ({
      date,
      movements: movements.toSorted((one, other) => other.kind.localeCompare(one.kind)),
    }))
    .toSorted((one, other) => one.date.localeCompare(other.date))
}

/** Whether the next guests come on the day on which these leave. */
export const isTurnover = ({ checkOut, propertyId }: TodayStay, stays: readonly TodayStay[]) =>
  stays.some((stay) => stay.propertyId === propertyId && stay.checkIn === checkOut)
