import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { ImageLink } from '#app/features/media/image-link.tsx'
import { useLightbox } from '#app/features/media/lightbox/use-lightbox.tsx'
import { LG } from '#app/shared/breakpoints.ts'
import { apiRequest } from '#app/shared/browser/api-client.ts'
import { countOf } from '#app/shared/words.ts'
import { Accordion } from '#app/ui/accordion.tsx'
import type { PropertyView } from '../properties.ts'
import { type UnitImage, unitImageSchema } from '../property-answers.ts'
import { builtInImages, galleryGroups, galleryOf, groupImages, imageOf } from './gallery.ts'

type Gallery = PropertyView['presentation']['gallery']

/**
 * The images of each unit: rendered with the page, and always fetched again on entry (docs/features/properties.md). Those
 * of a draft are nobody's to fetch.
 */
function useUnitImages(units: PropertyView['units'], isDraft: boolean): { images: UnitImage[]; loading: boolean } {
  const [fetched, setFetched] = useState<Record<string, UnitImage[]>>({})
  useEffect(() => {
    if (isDraft) return
    const control = new AbortController()
    for (const { id, images } of units) {
      apiRequest('GET', `/api/units/${id}/images`, undefined, control)
        .then(async (answer) => z.array(unitImageSchema).parse(await answer.json()))
        .catch(() => images)
        .then((found) => control.signal.aborted || setFetched((others) => ({ ...others, [id]: found })))
    }
    return () => control.abort()
  }, [units, isDraft])
  return {
    images: units.flatMap(({ id, images }) => fetched[id] ?? images),
    loading: !isDraft && units.some(({ id, images }) => images.length === 0 && !fetched[id]),
  }
}

/** The gallery as an accordion of image groups. The property's data controls its behavior. */
export function PropertyGallery({ property, isDraft }: { property: PropertyView; isDraft: boolean }) {
  const { gallery } = property.presentation
  const { images, loading } = useUnitImages(property.units, isDraft)
  const own = galleryOf(property, images)
  const shown =
    own.length > 0 ? <GalleryGroups groups={own} gallery={gallery} note={gallery.note} /> : <Instead {...gallery} />
  const waits = own.length === 0 && loading
  const silent = own.length === 0 && gallery.fallback.length === 0 && !gallery.emptyText
  if (silent && !waits) return null
  return (
    <section
      id="gallery"
      aria-labelledby="gallery-heading"
      className={`scroll-mt-24 ${silent ? 'noscript:hidden' : ''}`}
    >
      <h2 id="gallery-heading" className="heading-section mb-6">
        Gallery
      </h2>
      {waits ? (
        <>
          <p className="text-muted noscript:hidden">Loading images...</p>
          <noscript>{shown}</noscript>
        </>
      ) : (
        shown
      )}
    </section>
  )
}

/** Shown for a property without images: its built-in set, or text. */
function Instead(gallery: Gallery) {
  const groups = galleryGroups(gallery, builtInImages(gallery))
  if (groups.length === 0) return <p className="text-muted">{gallery.emptyText}</p>
  return (
    <GalleryGroups groups={groups} gallery={gallery} note="These images are illustrations, not photos of the home." />
  )
}

type GalleryGroupsProps = {
  groups: ReturnType<typeof galleryGroups>
  gallery: Gallery
  note: string | null
}

const WIDE_SIZES = `${LG} 43rem, 100vw`
const HALF_SIZES = `${LG} 21rem, 50vw`

/** With an odd count the first image spans both columns, so that none stands alone (`.image-grid`). */
const isWide = (at: number, count: number) => at === 0 && count % 2 === 1

function GalleryGroups({ groups, gallery, note }: GalleryGroupsProps) {
  const { open, lightbox } = useLightbox()
  const all = groups.flatMap((group) => group.images)
  const large = groups.flatMap(groupImages)

  function show(image: UnitImage, opener: HTMLAnchorElement) {
    if (gallery.lightbox === 'simple') open([imageOf(image)], 0, opener)
    else open(large, all.indexOf(image), opener)
  }
  const sections = groups.map((group) => ({
    key: group.category,
    title: group.label,
    count: countOf(group.images.length, 'photo'),
    content: (
      <ul className="image-grid">
        {group.images.map((image, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two units may show the same image
          <li key={at}>
            <ImageLink
              image={{ ...imageOf(image), placeholder: null }}
              sizes={isWide(at, group.images.length) ? WIDE_SIZES : HALF_SIZES}
              onOpen={(opener) => show(image, opener)}
            />
          </li>
        ))}
      </ul>
    ),
  }))
  return (
    <>
      {note && <p className="mb-4 text-sm text-muted">{note}</p>}
      <Accordion defaultOpen={gallery.open ?? undefined} sections={sections} />
      {lightbox}
    </>
  )
}
