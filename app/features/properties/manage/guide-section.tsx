import { daysText, SECRET_DAYS } from '../arrival-guide.ts'
import { GUIDE_FIELDS } from './content-fields.ts'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'

/** How guests get in, and when they read it. */
export function GuideSection(props: ContentProps) {
  const { guide } = props.page.content
  const { shownDays, doorCode, wifiPassword, codesOpen, sample } = guide
  const about = (
    <>
      {doorCode && <p className="font-semibold">Door code: {doorCode}</p>}
      {wifiPassword && <p className="font-semibold">Wi-Fi password: {wifiPassword}</p>}
      <p className="field-hint">
        Guests of a confirmed stay read it {daysText(shownDays)} until they leave, the door code and the Wi-Fi password{' '}
        {daysText(Math.min(shownDays, SECRET_DAYS))}
        {codesOpen ? ', paid or not' : ', once what is due is paid'}. A change reaches them at once.
      </p>
      {sample && <InventedNote />}
    </>
  )
  return (
    <ContentSection
      {...props}
      part="guide"
      fields={GUIDE_FIELDS}
      value={guide}
      summary="Change the arrival guide"
      about={about}
      secrets={['doorCode', 'wifiPassword']}
    />
  )
}
