import { useQueries } from '@tanstack/react-query'
import { Picture } from '#app/features/media/picture.tsx'
import { countOf } from '#app/shared/words.ts'
import { Accordion } from '#app/ui/accordion.tsx'
import { galleryGroups, type PropertyView, pictureAddress, type UnitImage } from './properties.ts'

/** The pictures of each unit: rendered with the page, and always fetched again on entering it (decision 19). */
function useUnitImages(units: PropertyView['units']): { images: UnitImage[]; loading: boolean } {
  const answers = useQueries({
    queries: units.map((unit) => ({
      queryKey: ['/api/units', unit.id, 'images'],
      initialData: unit.images.length > 0 ? unit.images : undefined,
      refetchOnMount: 'always' as const,
    })),
  })
  return {
    images: answers.flatMap((answer) => (answer.data as UnitImage[] | undefined) ?? []),
    loading: answers.some((answer) => answer.isPending),
  }
}

/** The gallery as an accordion of picture groups; how it behaves is data of the home. */
export function PropertyGallery({ home }: { home: PropertyView }) {
  const { gallery } = home.presentation
  const { images, loading } = useUnitImages(home.units)
  const shown = images.length > 0 || loading ? images : illustrations(gallery.fallback)
  const groups = galleryGroups(gallery, shown)
  if (groups.length === 0 && !loading && !gallery.emptyText) return null
  const isIllustration = images.length === 0 && groups.length > 0
  return (
    <section id="gallery" aria-labelledby="gallery-heading" className="scroll-mt-24">
      <h2 id="gallery-heading" className="heading-section mb-6">
        Gallery
      </h2>
      {(gallery.note || isIllustration) && (
        <p className="mb-4 text-sm text-muted">{gallery.note ?? 'These pictures are illustrations.'}</p>
      )}
      {groups.length === 0 && <p className="text-muted">{loading ? 'Loading images...' : gallery.emptyText}</p>}
      {groups.length > 0 && (
        <Accordion
          defaultOpen={gallery.open ?? undefined}
          sections={groups.map((group) => ({
            key: group.category,
            title: group.label,
            count: countOf(group.images.length, 'picture'),
            content: <PictureGrid images={group.images} />,
          }))}
        />
      )}
    </section>
  )
}

function PictureGrid({ images }: { images: UnitImage[] }) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:gap-3">
      {images.map((image) => (
        <li key={image.id}>
          <Picture
            picture={{
              src: pictureAddress(image.gcsPath),
              alt: image.altText,
              width: image.width,
              height: image.height,
              placeholder: null,
            }}
            sizes="(min-width: 64rem) 24rem, 50vw"
            className="aspect-[3/2] w-full rounded-md object-cover"
          />
        </li>
      ))}
    </ul>
  )
}

function illustrations(fallback: PropertyView['presentation']['gallery']['fallback']): UnitImage[] {
  return fallback.map(({ path, alt, category }) => ({
    id: path,
    category,
    gcsPath: path,
    altText: alt,
    width: 1600,
    height: 1066,
  }))
}
