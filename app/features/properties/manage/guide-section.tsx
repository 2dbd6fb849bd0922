import { FormArea, FormCheck, FormNumber, FormText } from '#app/ui/form/change-form.tsx'
import { daysText, SECRET_DAYS } from '../arrival-guide.ts'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'

/** How guests get in, and when they read it. */
export function GuideSection(props: ContentProps) {
  const { guide } = props.page.content
  const { shownDays, doorCode, wifiPassword, codesOpen, sample } = guide
  const about = (
    <>
      {doorCode && <p className="guide-code">Door code: {doorCode}</p>}
      {wifiPassword && <p className="guide-code">Wi-Fi password: {wifiPassword}</p>}
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
      summary="Change the arrival guide"
      about={about}
      stored={guide}
      secrets={['doorCode', 'wifiPassword']}
    >
      {(fields) => (
        <>
          <FormNumber field={fields.shownDays} label="Shown, in days before check-in" />
          <FormArea field={fields.directions} label="Directions" rows={5} hint="An empty line begins a paragraph." />
          <FormArea field={fields.parking} label="Parking" />
          <FormText
            field={fields.doorCode}
            label="Door code"
            hint="History says that it changed, never what it is: a change of it can’t be undone."
          />
          <FormText field={fields.wifiName} label="Wi-Fi network" />
          <FormText field={fields.wifiPassword} label="Wi-Fi password" />
          <FormArea field={fields.houseManual} label="House manual" rows={6} />
          <FormArea field={fields.localTips} label="Local tips" rows={5} />
          <FormText field={fields.nightContact} label="Whom to call at night" hint="Such as: our on-call host" />
          <FormText field={fields.nightPhone} label="Number at night" type="tel" />
          <FormCheck
            field={fields.codesOpen}
            label="Show door code and Wi-Fi password before a stay is paid. Otherwise they wait for what is due."
          />
          <p className="field-hint">What you leave empty is not shown.</p>
        </>
      )}
    </ContentSection>
  )
}
