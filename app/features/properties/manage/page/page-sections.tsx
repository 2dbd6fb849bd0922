import { Link } from 'react-router'
import { BEDS } from '#app/features/properties/beds.ts'
import { BedPlans } from '#app/features/properties/page/room-list.tsx'
import type { Bed } from '#app/features/properties/presentation.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { ImageChoices } from '#app/ui/form/record-image.tsx'
import { InventedNote } from '../content-form.tsx'
import { PartForm, type PartProps } from './part-form.tsx'
import { SearchPreview } from './search-preview.tsx'

/** The beds of a list that is being typed, as far as they are known. */
function typedBeds(list: unknown): Bed[] {
  const beds = (list ?? []) as ({ kind?: string; count?: string } | undefined)[]
  return beds.flatMap(({ kind = 'king', count = '' } = {}) =>
    Object.hasOwn(BEDS, kind) && /^\s*([1-9]|1\d|20)\s*$/.test(count)
      ? [{ kind: kind as Bed['kind'], count: Number(count) }]
      : [],
  )
}

/** The large photos are among the home’s own. */
export function ImagesForm(props: PartProps) {
  const { images, parts, content } = props.page
  const { isNone, ...chosen } = parts.images
  const isOurs = !isNone && !Object.values(chosen).some(Boolean)
  return (
    <ImageChoices value={{ images, send: null, accept: '' }}>
      <PartForm
        {...props}
        part="images"
        after={
          <p className="field-hint">
            {isOurs && 'Chosen by the site. '}
            New photos are added under{' '}
            <Link to={`/admin/homes/${content.slug}/photos`} className="link">
              Photos
            </Link>
            .
          </p>
        }
      />
    </ImageChoices>
  )
}

/** The beds are drawn as they are typed. */
export function RoomsForm(props: PartProps) {
  const draw = (place: string, beds: unknown) =>
    place === 'beds' && (
      <div className="typed-beds">
        <BedPlans beds={typedBeds(beds)} />
      </div>
    )
  const isSample = props.page.parts.rooms.sample !== undefined
  return (
    <PartForm
      {...props}
      part="rooms"
      draw={draw}
      after={isSample && <InventedNote names={['floors', 'bathrooms']} />}
    />
  )
}

/** Samples give way to the first real review. */
export function ReviewsForm(props: PartProps) {
  const areSamples = props.page.seen.reviews.some(({ sample }) => sample)
  return (
    <PartForm
      {...props}
      part="reviews"
      after={
        areSamples && (
          <p className="admin-note">
            Guests see reviews that are invented for the demo, until there is a real one or you go live.
          </p>
        )
      }
    />
  )
}

export function SurroundingsForm(props: PartProps) {
  return (
    <PartForm
      {...props}
      part="surroundings"
      after={
        !props.page.seen.hasPoint && (
          <p className="admin-note">
            There is no map until the home has its <Link to="?section=place">place on the map</Link>.
          </p>
        )
      }
    />
  )
}

/** How a search engine shows the page, while it is typed. */
export function SearchForm(props: PartProps) {
  const { content, siteUrl, parts } = props.page
  const { brand } = useRootData().identity
  const draw = (place: string, typed: unknown) => {
    const { title, description } = typed as typeof parts.search
    return (
      place === '' && (
        <SearchPreview
          brand={brand}
          address={`${siteUrl}/property/${content.slug}`}
          title={title?.trim() || parts.title.title}
          description={description?.trim() || parts.title.description || ''}
        />
      )
    )
  }
  return (
    <PartForm
      {...props}
      part="search"
      draw={draw}
      after={<p className="field-hint">What you leave empty is the title and the description of the page.</p>}
    />
  )
}
