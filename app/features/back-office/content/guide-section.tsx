import { daysText, SECRET_DAYS } from '#app/features/properties/arrival-guide.ts'
import { FillArea, FillNumber, FillText } from '../form-parts.tsx'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'

/** How guests get in, and when they read it. */
export function GuideSection(props: ContentProps) {
  const { guide } = props.page.content
  const { shownDays, doorCode, wifiPassword, sample } = guide
  const about = (
    <>
      {doorCode && <p className="guide-code">Door code: {doorCode}</p>}
      {wifiPassword && <p className="guide-code">Wi-Fi password: {wifiPassword}</p>}
      <p className="field-hint">
        Guests of a confirmed stay read it {daysText(shownDays)} until they leave, the door code and the Wi-Fi password{' '}
        {daysText(Math.min(shownDays, SECRET_DAYS))}. A change reaches them at once.
      </p>
      {sample && <InventedNote />}
    </>
  )
  const text = (name: 'directions' | 'parking' | 'houseManual' | 'localTips' | 'nightContact' | 'nightPhone') => ({
    name,
    stored: guide[name],
  })
  return (
    <ContentSection {...props} part="guide" summary="Change the arrival guide" about={about}>
      {(fill) => (
        <>
          <FillNumber name="shownDays" label="Shown, in days before check-in" stored={shownDays} fill={fill} />
          <FillArea
            {...text('directions')}
            label="Directions"
            rows={5}
            fill={fill}
            hint="An empty line begins a paragraph."
          />
          <FillArea {...text('parking')} label="Parking" fill={fill} />
          <FillText
            name="doorCode"
            label="Door code"
            hint="History says that it changed, never what it is: a change of it can’t be undone."
            stored={doorCode}
            fill={fill}
          />
          <FillText name="wifiName" label="Wi-Fi network" stored={guide.wifiName} fill={fill} />
          <FillText name="wifiPassword" label="Wi-Fi password" stored={wifiPassword} fill={fill} />
          <FillArea {...text('houseManual')} label="House manual" rows={6} fill={fill} />
          <FillArea {...text('localTips')} label="Local tips" rows={5} fill={fill} />
          <FillText
            {...text('nightContact')}
            label="Whom to call at night"
            hint="Such as: our on-call host"
            fill={fill}
          />
          <FillText {...text('nightPhone')} label="Number at night" type="tel" fill={fill} />
          <p className="field-hint">What you leave empty is not shown.</p>
        </>
      )}
    </ContentSection>
  )
}
