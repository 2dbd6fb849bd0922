import type { IsoDate } from '#app/shared/dates.ts'
import { SAMPLE } from './sample-guests.ts'

/** Who did in the demo what operators do. */
export const OPERATOR = `${SAMPLE}Robin`

/** The demo’s start, and its day where its operator is. */
export type Around = { now: Date; today: IsoDate; timeZone: string }
