import type { PointerEvent } from 'react'
import { plainSrc } from '#app/features/media/media.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { listOf } from '#app/shared/words.ts'
import { ChangeButton, RemoveButton } from '#app/ui/form/change-button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import type { imageChanges } from './image.changes.server.ts'
import { ImageDetails } from './image-details.tsx'
import { type Image, type ImagesPage, LEAST_WIDTH } from './images.ts'
import { ReplaceImage } from './replace-image.tsx'
import type { ImageOrder } from './use-image-order.ts'

/** The name of a photo on the page: its alt text, else its place. */
const nameOf = ({ altText }: Image, at: number) => altText || `photo ${at + 1}`

export function ImageImage({ image }: { image: Image }) {
  if (image.isGone) return <p className="image-gone">The file of this photo is gone. Guests don’t see it.</p>
  return <img src={plainSrc(image.src, 640)} alt={image.altText} loading="lazy" decoding="async" draggable={false} />
}

const pixels = (count: number) => count.toLocaleString('en-US')

/** The problems of a photo, in words. */
export function ImageWarnings({ image: { needs, width } }: { image: Image }) {
  return (
    <>
      {needs.length > 0 && (
        <p className="admin-alert">
          Needs {listOf(needs.map((need) => `a${need.startsWith('a') ? 'n' : ''} ${need}`))}.
        </p>
      )}
      {width > 0 && width < LEAST_WIDTH && (
        <p className="image-weak">
          Small: {pixels(width)} pixels wide. From {pixels(LEAST_WIDTH)} it stays sharp on large screens.
        </p>
      )}
    </>
  )
}

type Props = {
  image: Image
  page: ImagesPage
  answer: ChangeAnswer | null
  order: ImageOrder
}

/** A photo in the order of the home: where guests see it, its words, and its buttons. */
export function ImageCard({ image, page, answer, order }: Props) {
  const { id, caption, altText, where, unitId } = image
  const at = order.placeOf(id)
  const name = nameOf(image, at)
  const unit = page.units.length > 1 ? page.units.find((other) => other.id === unitId)?.name : undefined
  return (
    <li className="image-card" data-image={id} data-dragged={order.dragged === id || undefined} style={{ order: at }}>
      <div className="image-frame" onPointerDown={(event: PointerEvent) => order.press(id, event)}>
        <ImageImage image={image} />
        <span className="image-place" data-cover={at === 0 || undefined}>
          {at === 0 ? 'Cover' : at + 1}
        </span>
        <IconButton
          className="image-handle"
          label={`Drag, or move with the arrow keys: ${name}`}
          path="M9 6h0M15 6h0M9 12h0M15 12h0M9 18h0M15 18h0"
          size={24}
          onKeyDown={(event) => order.key(id, event)}
        />
        <Moves id={id} name={name} isFirst={at === 0} isLast={at === page.images.length - 1} />
      </div>
      <div className="image-text">
        {altText && <p className="image-alt">{altText}</p>}
        {caption && <p className="image-caption">“{caption}”</p>}
        <p className="image-where">{[...where, unit].filter(Boolean).join(' · ') || 'Guests don’t see it yet'}</p>
        <ImageWarnings image={image} />
      </div>
      <ImageDetails image={image} page={page} answer={answer} summary="Edit" />
      <ReplaceImage slug={page.slug} id={id} name={name} />
      <RemoveButton<typeof imageChanges> intent="remove-image" id={id} name={name} />
    </li>
  )
}

type MovesProps = { id: string; name: string; isFirst: boolean; isLast: boolean }

/** At an end of the list a button stays and does nothing: the keyboard keeps its place. */
function Moves({ id, name, isFirst, isLast }: MovesProps) {
  return (
    <div className="image-moves">
      {!isFirst && (
        <ChangeButton<typeof imageChanges>
          intent="move-image"
          id={id}
          value={{ to: 'first' }}
          aria-label={`Make cover: ${name}`}
        >
          Make cover
        </ChangeButton>
      )}
      <ChangeButton<typeof imageChanges>
        intent="move-image"
        id={id}
        value={{ to: 'up' }}
        icon={{ label: `Move earlier: ${name}`, path: 'M19 12H5M11 6l-6 6 6 6', size: 24 }}
        aria-disabled={isFirst || undefined}
      />
      <ChangeButton<typeof imageChanges>
        intent="move-image"
        id={id}
        value={{ to: 'down' }}
        icon={{ label: `Move later: ${name}`, path: 'M5 12h14M13 6l6 6-6 6', size: 24 }}
        aria-disabled={isLast || undefined}
      />
    </div>
  )
}
