import { Link } from 'react-router'
import { plainSrc } from '#app/features/media/media.ts'
import { BEDS } from '#app/features/properties/beds.ts'
import { LocationMap } from '#app/features/properties/map/property-location.tsx'
import { BedPlans, RoomList } from '#app/features/properties/page/room-list.tsx'
import type { Bed } from '#app/features/properties/presentation.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { formatDate } from '#app/shared/dates.ts'
import { Lines } from '#app/ui/form/change-form.tsx'
import { ImageChoices } from '#app/ui/form/record-image.tsx'
import { InventedNote } from '../content-section.tsx'
import { type PartProps, PartSection } from './part-section.tsx'
import { SearchPreview } from './search-preview.tsx'

/** The places of the large photos. */
const PLACES = ['After the story', 'After the rooms', 'Before the map']

const NOTHING = <p className="text-muted">Nothing yet, so guests see nothing.</p>

/** The beds of a list that is being typed, as far as they are known. */
function typedBeds(list: unknown): Bed[] {
  const beds = (list ?? []) as ({ kind?: string; count?: string } | undefined)[]
  return beds.flatMap(({ kind = 'king', count = '' } = {}) =>
    Object.hasOwn(BEDS, kind) && /^\s*([1-9]|1\d|20)\s*$/.test(count)
      ? [{ kind: kind as Bed['kind'], count: Number(count) }]
      : [],
  )
}

/** The large photos as guests see them, in their places. They are among the home’s own. */
export function ImagesPart(props: PartProps) {
  const { images, seen, parts, content } = props.page
  const { isNone, ...chosen } = parts.images
  const isOurs = !isNone && !Object.values(chosen).some(Boolean)
  const large = seen.large.flatMap((image, at) => (image ? [{ ...image, place: PLACES[at] }] : []))
  return (
    <ImageChoices value={{ images, send: null, accept: '' }}>
      <PartSection {...props} part="images">
        {large.length === 0 && <p className="text-muted">None.</p>}
        <ul className="large-images">
          {large.map(({ src, alt, place }) => (
            <li key={place}>
              <img src={plainSrc(src, 320)} alt={alt} loading="lazy" />
              <span>{place}</span>
            </li>
          ))}
        </ul>
        <p className="field-hint">
          {isOurs && large.length > 0 && 'Chosen by the site. '}
          New photos are added under{' '}
          <Link to={`/admin/homes/${content.slug}/photos`} className="link">
            Photos
          </Link>
          .
        </p>
      </PartSection>
    </ImageChoices>
  )
}

/** The rooms as guests see them. In the form, the beds are drawn as they are typed. */
export function RoomsPart(props: PartProps) {
  const { rooms, isOneFloor } = props.page.seen
  const draw = (place: string, beds: unknown) =>
    place === 'beds' && (
      <div className="typed-beds">
        <BedPlans beds={typedBeds(beds)} />
      </div>
    )
  return (
    <PartSection {...props} part="rooms" draw={draw}>
      <div>{rooms.length > 0 ? <RoomList rooms={rooms} isOneFloor={isOneFloor} /> : NOTHING}</div>
      {props.page.parts.rooms.sample && <InventedNote names={['floors', 'bathrooms']} />}
    </PartSection>
  )
}

/** The reviews that guests see. Samples give way to the first real one. */
export function ReviewsPart(props: PartProps) {
  const { reviews } = props.page.seen
  return (
    <PartSection {...props} part="reviews">
      {reviews.length === 0 && NOTHING}
      <ul className="review-list">
        {reviews.map(({ body, author, source, sourceUrl, reviewedOn, sample }) => (
          <li key={body}>
            <p className="admin-text">{body}</p>
            <p className="text-muted">
              {sample
                ? 'Sample review'
                : [author, source, sourceUrl, reviewedOn && formatDate(reviewedOn, 'long')].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {reviews.some(({ sample }) => sample) && (
        <p className="admin-note">
          Invented for the demo. Guests don’t see them anymore once there is a real one, or when you go live.
        </p>
      )}
    </PartSection>
  )
}

/** The map as guests see it, with the distances of its places. */
export function SurroundingsPart(props: PartProps) {
  const { map, hasPoint } = props.page.seen
  const { text, places } = props.page.parts.surroundings
  return (
    <PartSection {...props} part="surroundings">
      {text && <p className="admin-text">{text}</p>}
      {map && (
        <div className="my-4 max-w-176">
          <LocationMap {...map} />
        </div>
      )}
      {map && <Lines lines={map.places.map(({ name, distance }) => `${name}: ${distance}`)} />}
      {!text && places.length === 0 && NOTHING}
      {!hasPoint && (
        <p className="admin-note">
          There is no map until the home has its <a href="#place">place on the map</a>.
        </p>
      )}
    </PartSection>
  )
}

/** How a search engine shows the page, also while it is typed. */
export function SearchPart(props: PartProps) {
  const { content, siteUrl, parts } = props.page
  const { brand } = useRootData().identity
  const address = `${siteUrl}/property/${content.slug}`
  const preview = (typed: { title?: string | undefined; description?: string | undefined }) => (
    <SearchPreview
      brand={brand}
      address={address}
      title={typed.title?.trim() || parts.title.title}
      description={typed.description?.trim() || parts.title.description || ''}
    />
  )
  const draw = (place: string, typed: unknown) => place === '' && preview(typed as typeof parts.search)
  const { title, description, keywords } = parts.search
  return (
    <PartSection {...props} part="search" draw={draw}>
      {preview(parts.search)}
      {!(title && description) && (
        <p className="text-muted">What you leave empty is the title and the description of the page.</p>
      )}
      {keywords && <p>{`Keywords: ${keywords}`}</p>}
    </PartSection>
  )
}
