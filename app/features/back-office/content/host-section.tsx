import { Form } from 'react-router'
import { plainSrc } from '#app/features/media/media.ts'
import { Button } from '#app/ui/button.tsx'
import { FillArea, FillText } from '../form-parts.tsx'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'

/** Who looks after a home. `photoAnswer` says what became of a photo that was sent. */
export function HostSection({ photoAnswer, ...props }: ContentProps & { photoAnswer: string | null }) {
  const { firstName, about, phone, text, sample } = props.page.content.host
  return (
    <>
      <ContentSection {...props} part="host" summary="Change the host" about={sample && <InventedNote />}>
        {(fill) => (
          <>
            <FillText name="firstName" label="First name" stored={firstName} fill={fill} />
            <FillArea name="about" label="A sentence or two" stored={about} fill={fill} />
            <FillText name="phone" label="Number to call" type="tel" stored={phone} fill={fill} />
            <FillText name="text" label="Number to text" type="tel" stored={text} fill={fill} />
            <p className="field-hint">What you leave empty is not shown.</p>
          </>
        )}
      </ContentSection>
      <Photo {...props} answer={photoAnswer} />
    </>
  )
}

/** Plain forms: a photo is sent without script, too. */
function Photo({ page, answer }: Omit<ContentProps, 'answer'> & { answer: string | null }) {
  const { photo, firstName } = page.content.host
  return (
    <section aria-labelledby="photo" className="host-photo-section">
      <h2 id="photo">Photo of the host</h2>
      {photo && <img src={plainSrc(photo, 320)} alt={firstName ?? 'The host'} width="112" height="112" />}
      {!firstName && <p className="text-muted">It is shown once the host has a first name.</p>}
      {answer && (
        <p role="alert" className="form-problem">
          {answer}
        </p>
      )}
      <form
        method="post"
        action={`/admin/homes/${page.slug}/photo`}
        encType="multipart/form-data"
        className="admin-form"
      >
        <label className="field">
          <span className="field-label">{photo ? 'Another photo' : 'A photo'}</span>
          <input type="file" name="file" accept="image/*" required className="field-control" />
        </label>
        <Button type="submit">Send the photo</Button>
      </form>
      {photo && (
        <Form method="post" preventScrollReset className="item-button">
          <input type="hidden" name="intent" value="remove-photo" />
          <input type="hidden" name="version" value={page.versions.host} />
          <button type="submit">Remove the photo</button>
        </Form>
      )}
    </section>
  )
}
