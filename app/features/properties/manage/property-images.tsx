import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { plainSrc } from '#app/features/media/media.ts'
import { ApiError, apiRequest, messageFor } from '#app/shared/browser/api-client.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { useSingleRun } from '#app/ui/form/use-single-run.ts'
import { useToast } from '#app/ui/toast.tsx'
import { imageAddress } from '../properties.ts'
import type { ListedProperty } from '../property-answers.ts'
import type { Attachment } from './use-attach.ts'
import { PROPERTIES } from './use-properties.ts'

type Property = Pick<ListedProperty, 'id' | 'name' | 'images'>

/** The images of the selected property, each with a remove button. */
export function PropertyImages({ property }: { property: Property }) {
  const list = useRef<HTMLUListElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The image whose focused button is about to disappear with it. */
  const leaving = useRef<{ path: string; index: number } | null>(null)
  useEffect(() => {
    if (!leaving.current || property.images.includes(leaving.current.path)) return
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(leaving.current.index, buttons.length - 1)] ?? heading.current
    leaving.current = null
    next?.focus()
  }, [property.images])
  return (
    <section aria-labelledby="images-heading">
      <h2 ref={heading} id="images-heading" tabIndex={-1} className="heading-small mb-4 break-words">
        Images of {property.name}
      </h2>
      {property.images.length === 0 && <p className="text-muted">No images yet.</p>}
      <ul ref={list} className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
        {property.images.map((path, index) => (
          <PropertyImage
            key={path}
            property={property}
            path={path}
            index={index}
            onFocusLeaving={() => {
              leaving.current = { path, index }
            }}
          />
        ))}
      </ul>
    </section>
  )
}

type ImageProps = { property: Property; path: string; index: number; onFocusLeaving: () => void }

function PropertyImage({ property, path, index, onFocusLeaving }: ImageProps) {
  const queries = useQueryClient()
  const toast = useToast()
  const button = useRef<HTMLButtonElement>(null)
  const named = `image ${index + 1} of ${property.name}`
  const deletion = useMutation({
    async mutationFn() {
      try {
        await apiRequest('DELETE', `/api/objects/${property.id}${path}`)
      } catch (error) {
        // Another window has already removed it: that is the wanted result.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      if (document.activeElement === button.current) onFocusLeaving()
      await queries.invalidateQueries({ queryKey: PROPERTIES })
      toast.show({ title: 'Image deleted' })
    },
  })
  // The mutation becomes pending only a moment after the click.
  const { pending, run } = useSingleRun()
  // Its error is shown below the button.
  const press = () => void run(() => deletion.mutateAsync().catch(() => {}))
  const message = messageFor(deletion.error, 'We couldn’t delete this image. Please try again.')
  return (
    <li className="min-w-0">
      <img
        src={plainSrc(imageAddress(path))}
        alt={`${property.name}, ${index + 1}`}
        loading="lazy"
        decoding="async"
        className="aspect-[3/2] w-full rounded-md bg-subtle object-cover"
      />
      <Button
        ref={button}
        variant="quiet"
        pending={pending}
        pendingText="Deleting..."
        aria-label={`${pending ? 'Deleting' : 'Delete'} ${named}`}
        onClick={press}
        className="mt-1"
      >
        Delete
      </Button>
      {deletion.isError && (
        <p role="alert" className="field-error">
          {message}
        </p>
      )}
    </li>
  )
}

type Props = { images: Attachment[]; attach: (image: Attachment) => Promise<void> }

/** Images that were uploaded but not attached to their property, with a retry button. */
export function UnattachedImages({ images, attach }: Props) {
  const again = useMutation({ mutationFn: () => Promise.all(images.map(attach)) })
  if (images.length === 0) return null
  return (
    <div role="alert" className="border-l-3 border-error bg-surface p-4">
      <p className="font-semibold">
        {countOf(images.length, 'image was', 'images were')} uploaded, but not added to the property
      </p>
      <ul className="mt-1 text-sm text-muted">
        {images.map(({ url, name }) => (
          <li key={url}>{name}</li>
        ))}
      </ul>
      <Button
        variant="outline"
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
