import { useMutation } from '@tanstack/react-query'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import type { Attachment } from './use-attach.ts'

type Props = { images: Attachment[]; attach: (image: Attachment) => Promise<void> }

/** Pictures that were uploaded and then not put to their home, with a way to try again. */
export function UnattachedImages({ images, attach }: Props) {
  const again = useMutation({ mutationFn: () => Promise.all(images.map(attach)) })
  if (images.length === 0) return null
  return (
    <div role="alert" className="border-l-3 border-error bg-panel p-4">
      <p className="font-semibold">
        {countOf(images.length, 'image was', 'images were')} uploaded, but not added to the property
      </p>
      <ul className="mt-1 text-sm text-muted">
        {images.map(({ url, name }) => (
          <li key={url}>{name}</li>
        ))}
      </ul>
      <Button
        look="outline"
        className="mt-3"
        pending={again.isPending}
        pendingText="Adding..."
        onClick={() => again.mutate()}
      >
        Try again
      </Button>
    </div>
  )
}
