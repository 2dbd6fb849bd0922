import type { IsoDate } from '#app/shared/dates.ts'

/** A secret of the guide before and from its day. */
export type GuideSecret = { opensOn: IsoDate } | { value: string }

/** The arrival guide of a property as the guest of a confirmed stay reads it. Unknown parts are null or empty. */
export type ArrivalGuide =
  /** Not yet open. */
  | { isOpen: false; opensOn: IsoDate }
  | {
      isOpen: true
      /** Paragraphs. */
      directions: string[]
      parking: string | null
      doorCode: GuideSecret | null
      wifiName: string | null
      wifiPassword: GuideSecret | null
      houseManual: string[]
      localTips: string[]
      nightContact: string | null
      nightPhone: string | null
      sample: boolean
    }
