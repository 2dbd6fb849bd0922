import type { EditorSection } from '#app/ui/dashboard/section-editor.tsx'
import { type ContentPart, PART_TITLES, partLines } from '../property-content.ts'
import { PART_NAMES } from './property-fields.ts'
import type { PropertyPage } from './property-page.ts'
import type { PropertyPart } from './property-record.ts'

export type SectionName = PropertyPart | Exclude<ContentPart, 'guide'>

type Section = {
  /** A few words beside its title. */
  note: string
  /** Its place on the guests’ page; empty for the top. */
  seenAt: string
}

/** The sections of a home’s page, about in the order in which guests see them. */
const SECTIONS: Record<SectionName, Section> = {
  title: { note: 'Its names, its tagline, and its card in lists', seenAt: '' },
  figures: { note: 'Guests, rooms, and size', seenAt: '' },
  place: { note: 'Address, map, and check-in times', seenAt: 'map' },
  story: { note: 'What a guest reads below the title', seenAt: 'story' },
  images: { note: 'Between the sections', seenAt: 'large-images' },
  rooms: { note: 'Who sleeps where', seenAt: 'beds' },
  arrival: { note: 'Parking, stairs, and skiing', seenAt: 'details' },
  comfort: { note: 'Wi-Fi, heating, and more', seenAt: 'details' },
  safety: { note: 'What is there, and what isn’t', seenAt: 'details' },
  houseRules: { note: 'Quiet hours, events, and damage', seenAt: 'rules' },
  rules: { note: 'In your own words', seenAt: 'rules' },
  amenities: { note: 'In groups', seenAt: 'amenities' },
  surroundings: { note: 'What is near, and how far', seenAt: 'map' },
  reviews: { note: 'What earlier guests wrote', seenAt: 'reviews-heading' },
  questions: { note: 'What guests ask before they book', seenAt: 'questions-heading' },
  host: { note: 'Whom guests deal with', seenAt: 'host-heading' },
  license: { note: 'If your town asks for it', seenAt: 'rules' },
  search: { note: 'How Google and others show it', seenAt: '' },
  units: { note: 'Parts with photos of their own', seenAt: 'gallery' },
}

const NAMES = Object.keys(SECTIONS) as SectionName[]

/** Earlier addresses of some sections. */
export const SECTION_ANCHORS = { facts: 'arrival', image: 'host', 'add-question': 'questions' }

const isPart = (name: SectionName): name is PropertyPart => Object.hasOwn(PART_NAMES, name)

const titleOf = (name: SectionName) => (isPart(name) ? PART_NAMES[name] : PART_TITLES[name])

/** The section of an address or of a posted form; null for another one. */
export const sectionNamed = (name: string | null | undefined): SectionName | null =>
  NAMES.find((one) => one === name) ?? null

/** The section that the form of a change belongs to. */
export const sectionOfIntent = (intent: string | undefined): SectionName | null =>
  intent?.endsWith('question') ? 'questions' : sectionNamed(intent === 'remove-image' ? 'host' : intent)

export const sectionFacts = (name: SectionName) => ({ title: titleOf(name), ...SECTIONS[name] })

/** The parts that may stay empty, and then are not shown. Of the others, something always is. */
function isEmpty({ parts, seen, content: { content } }: PropertyPage, name: SectionName): boolean {
  switch (name) {
    case 'story':
      return parts.story.highlights.length + parts.story.sections.length === 0
    case 'images':
      return !seen.large.some(Boolean)
    case 'rooms':
      return parts.rooms.rooms.length === 0
    case 'amenities':
      return parts.amenities.groups.length === 0
    case 'reviews':
      return seen.reviews.length === 0
    case 'surroundings':
      return !parts.surroundings.text
    case 'rules':
      return parts.rules.rules.length === 0
    case 'search':
      return !Object.values(parts.search).some(Boolean)
    case 'units':
      return parts.units.units.length === 0
    case 'title':
    case 'figures':
    case 'place':
      return false
    default:
      return partLines({ [name]: content[name] }).length === 0
  }
}

/** The sections with their state. `missing` is what a home must have before guests see it, by its form. */
export const listSections = (page: PropertyPage, missing: readonly { form: string; words: string }[]) =>
  NAMES.map((name): EditorSection & { name: SectionName } => ({
    name,
    title: titleOf(name),
    isEmpty: isEmpty(page, name),
    problems: [...page.contradictions, ...missing].flatMap(({ form, words }) => (form === name ? [words] : [])),
  }))
