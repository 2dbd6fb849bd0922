import { formSchema, wholeField } from '#app/platform/http/form-fields.server.ts'
import { optionalLine, optionalPhone, optionalText } from '#app/shared/typed-input.ts'
import type { ContentForm } from './content-form.server.ts'

const LINE = { max: 100, tooLong: 'Please keep this to 100 characters' }
const TEXT = { max: 5000, tooLong: 'Please keep this to 5,000 characters' }

/** The whole guide: once an operator has seen and saved it, it is no sample. */
export const guideForm = formSchema((read): ContentForm => {
  const line = (name: string) => read.field(name, optionalLine(LINE)) ?? null
  const text = (name: string) => read.field(name, optionalText(TEXT)) ?? null
  const guide = {
    shownDays: read.field('shownDays', wholeField(0, 365)),
    directions: text('directions'),
    parking: text('parking'),
    doorCode: line('doorCode'),
    wifiName: line('wifiName'),
    wifiPassword: line('wifiPassword'),
    houseManual: text('houseManual'),
    localTips: text('localTips'),
    nightContact: line('nightContact'),
    nightPhone: read.field('nightPhone', optionalPhone()) ?? null,
    sample: false,
  }
  return { part: 'guide', isVersioned: true, edit: () => ({ ok: true, value: guide }) }
})
