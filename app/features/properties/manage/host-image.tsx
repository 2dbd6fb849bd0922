import { plainSrc } from '#app/features/media/media.ts'
import { IMAGE_ACCEPT } from '#app/features/media/uploads/accepted-images.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { contentChanges } from './content.changes.server.ts'
import type { ContentPage } from './property-content.ts'

/**
 * The photo of a home's host, in plain forms: it is sent without script, too. `answer` is the result of a sent one.
 */
export function HostImage({ page, answer }: { page: ContentPage; answer: string | null }) {
  const { image, firstName } = page.content.host
  return (
    <Card title="Photo of the host">
      <div className="host-image">
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
          <Button type="submit" variant="outline">
            Send the photo
          </Button>
        </form>
        {image && (
          <ChangeButton<typeof contentChanges> intent="remove-image" version={page.versions.host}>
            Remove the photo
          </ChangeButton>
        )}
      </div>
    </Card>
  )
}
