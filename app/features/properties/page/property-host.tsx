import { plainSrc } from '#app/features/media/media.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import type { Host } from '../host.ts'
import { SampleNote } from '../sample-note.tsx'

/** The host with photo and numbers; nothing when nothing is known. */
export function PropertyHost({ host }: { host: Host }) {
  const { firstName, image, about, phone, text, sample } = host
  if (!firstName && !about && !phone && !text) return null
  return (
    <section aria-labelledby="host-heading" className="property-host">
      <h2 id="host-heading" className="heading-section mb-6">
        {firstName ? `Hosted by ${firstName}` : 'Your host'}
      </h2>
      <div className="host">
        {image && firstName && (
          <img
            className="host-image"
            src={plainSrc(image, 320)}
            alt={`${firstName}, your host`}
            width="112"
            height="112"
            loading="lazy"
          />
        )}
        <div>
          {about && <p className="measure">{about}</p>}
          <p className="host-numbers">
            {phone && <a href={phoneLink('tel', phone)}>Call {phone}</a>}
            {text && <a href={phoneLink('sms', text)}>Text {text}</a>}
          </p>
          {sample && <SampleNote>Sample numbers</SampleNote>}
        </div>
      </div>
    </section>
  )
}
