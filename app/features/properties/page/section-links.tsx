import { factGroups } from '../fact-rows.ts'
import type { PropertyView } from '../properties.ts'

/** Links to the parts of a long page; only to parts that are there. */
export function SectionLinks({ property }: { property: PropertyView }) {
  const { rooms, facts, units, map, presentation } = property
  const hasImages = units.some(({ images }) => images.length > 0) || presentation.gallery.fallback.length > 0
  const links = [
    ...(hasImages ? [['gallery', 'Photos']] : []),
    ...(rooms.some(({ beds }) => beds.length > 0) ? [['beds', 'Beds']] : []),
    ...(factGroups(facts, rooms).length > 0 ? [['details', 'Details']] : []),
    ...(presentation.amenityGroups.length > 0 ? [['amenities', 'Amenities']] : []),
    ...(map ? [['map', 'Map']] : []),
    ['rules', 'Rules'],
  ]
  return (
    <nav className="section-links" aria-label="On this page">
      {links.map(([id, words]) => (
        <a key={id} href={`#${id}`}>
          {words}
        </a>
      ))}
    </nav>
  )
}
