import { plainSrc } from '#app/features/media/media.ts'
import { IMAGE_ACCEPT } from '#app/features/media/uploads/accepted-images.ts'
import { Button } from '#app/ui/button.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { contentChanges } from './content.changes.server.ts'
import { HOST_FIELDS } from './content-fields.ts'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'

/** The host of a home. `photoAnswer` is the result of a sent photo. */
export function HostSection({ imageAnswer, ...props }: ContentProps & { imageAnswer: string | null }) {
  const { host } = props.page.content
  return (
    <>
      <ContentSection
        {...props}
        part="host"
        fields={HOST_FIELDS}
        value={host}
        summary="Change the host"
        about={host.sample && <InventedNote />}
      />
      <Image {...props} answer={imageAnswer} />
    </>
  )
}

/** Plain forms: a photo is sent without script, too. */
function Image({ page, answer }: Omit<ContentProps, 'answer'> & { answer: string | null }) {
  const { image, firstName } = page.content.host
  return (
    <section aria-labelledby="image" className="host-image-section">
      <h2 id="image">Photo of the host</h2>
      {image && <img src={plainSrc(image, 320)} alt={firstName ?? 'The host'} width="112" height="112" />}
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
          <span className="field-label">{image ? 'Another photo' : 'A photo'}</span>
          <input type="file" name="file" accept={IMAGE_ACCEPT} required className="field-control" />
        </label>
        <Button type="submit">Send the photo</Button>
      </form>
      {image && (
        <ChangeButton<typeof contentChanges> intent="remove-image" version={page.versions.host}>
          Remove the photo
        </ChangeButton>
      )}
    </section>
  )
}
