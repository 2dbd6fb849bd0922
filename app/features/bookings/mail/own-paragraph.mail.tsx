import type { GuideDates } from '#app/features/properties/arrival-guide.ts'
import { PlainText } from '#app/platform/mail/plain-text.tsx'
import { type BookingSummary, mailPayload } from '../booking-summary.ts'
import { fillPlaceholders, type MomentTexts, missingValues, reviewUrlOf } from '../moments.ts'
import { valuesOf } from '../placeholder-values.ts'
import type { MailMoment } from '../stay-moments.ts'

type Props = {
  data: { booking: BookingSummary; stayUrl: string; guide: GuideDates | null; texts: MomentTexts }
  moment: MailMoment
}

const emptyIn = ({ data, moment }: Props) => missingValues(data.texts[moment], valuesOf(data))

/** The operator's own paragraph in an email of the site. It is left out if one of its placeholders has no value for the stay. */
export function OwnParagraph({ data, moment }: Props) {
  const { body } = data.texts[moment]
  if (body === '' || emptyIn({ data, moment }).length > 0) return null
  const { stayUrl } = data
  const buttons = { [stayUrl]: 'View your stay', [reviewUrlOf(stayUrl)]: 'Write a review' }
  return <PlainText text={fillPlaceholders(body, valuesOf(data))} buttons={buttons} />
}

/** The logged fields of an email with such a paragraph. The booking's page shows a paragraph that was left out. */
export function payloadWith(props: Props) {
  const emptyInParagraph = emptyIn(props)
  return { ...mailPayload(props.data.booking), ...(emptyInParagraph.length > 0 && { emptyInParagraph }) }
}
