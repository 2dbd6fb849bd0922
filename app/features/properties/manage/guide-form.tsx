import { daysText, SECRET_DAYS } from '../arrival-guide.ts'
import { GUIDE_FIELDS } from './content-fields.ts'
import { ContentForm, type ContentProps, InventedNote } from './content-form.tsx'

/** How guests get in, and when they read it. */
export function GuideForm(props: ContentProps & { previewAt: string }) {
  const { guide } = props.page.content
  const { shownDays, codesOpen, sample } = guide
  const about = (
    <>
      <p className="field-hint">
        Guests of a confirmed stay read it {daysText(shownDays)} until check-out, the door code and the Wi-Fi password{' '}
        {daysText(Math.min(shownDays, SECRET_DAYS))}
        {codesOpen ? ', paid or not' : ', once what is due is paid'}. A change reaches them at once.
      </p>
      {sample && <InventedNote />}
    </>
  )
  return (
    <ContentForm
      {...props}
      part="guide"
      fields={GUIDE_FIELDS}
      value={guide}
      about={about}
      secrets={['doorCode', 'wifiPassword']}
    />
  )
}
