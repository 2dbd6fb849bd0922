import { IMAGE_ACCEPT } from '#app/features/media/uploads/accepted-images.ts'
import { Button } from '#app/ui/button.tsx'
import { imageQueue } from './image-queue.ts'

/** Sends another photo into the place of one, with its words. A plain form without script. */
export function ReplaceImage({ slug, id, name }: { slug: string; id: string; name: string }) {
  return (
    <details className="admin-sheet folded-form">
      <summary>
        Replace<span className="sr-only">: {name}</span>
      </summary>
      <form
        method="post"
        action={`/admin/homes/${slug}/photos/upload?replace=${encodeURIComponent(id)}`}
        encType="multipart/form-data"
        className="admin-form"
      >
        <label className="field">
          <span className="field-label">The new photo</span>
          <input
            type="file"
            name="file"
            accept={IMAGE_ACCEPT}
            required
            className="field-control"
            onChange={({ currentTarget }) => {
              imageQueue(slug).add([...(currentTarget.files ?? [])], { replace: id })
              currentTarget.value = ''
            }}
          />
        </label>
        <p className="field-hint">It takes the place, category, and words of this one.</p>
        <Button type="submit" variant="outline" className="needs-no-script">
          Replace the photo
        </Button>
      </form>
    </details>
  )
}
