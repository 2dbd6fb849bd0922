import { z } from 'zod'
import { isExpected } from '#app/features/bookings/guest-page/guest-page.ts'
import { phaseOf } from '#app/features/bookings/guest-page/stay-phase.server.ts'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { openCodesSchema } from '../booking-forms.server.ts'
import { ofColumn, refuseOver } from '../change-booking.server.ts'

const codesOpen = defineRecord({
  scope: 'stays:write',
  name: 'booking.codes-opened',
  words: ({ after }) => (after === true ? 'Codes opened before payment' : 'Codes wait for payment again'),
  facts: { label: 'Open before payment', kind: 'check' },
  ...ofColumn('codesOpen', z.boolean(), 'This was changed again since.'),
})

/** Opens door code and Wi-Fi password of one stay before it is paid, or hides them again. */
export const openCodes = codesOpen.press({
  form: openCodesSchema,
  make: ({ open }, _, { services: { clock }, subject: { booking, property } }) => {
    const phase = phaseOf({ ...booking, property }, clock.now())
    return isExpected({ status: booking.status, phase }) ? open === 'yes' : refuseOver
  },
})
