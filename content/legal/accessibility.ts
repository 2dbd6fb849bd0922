import type { LegalBodyRecord } from '#app/features/site/site.ts'
import { demoProperties } from '../properties.ts'
import type { PropertyRecord } from '../property.ts'

const UNMEASURED =
  'Steps at the door and inside, the widths of doors and passages, and the heights of beds and showers are not measured yet.'

/** Rooms whose names suggest that they are hard to reach or to lie down in. */
function worthAsking({ rooms }: PropertyRecord): string[] {
  const bunks = rooms.filter(({ beds }) => beds.some(({ kind }) => kind === 'bunk')).map(({ name }) => name)
  const lofts = rooms.map(({ name }) => name).filter((name) => /loft/i.test(name))
  return [
    ...(bunks.length > 0 ? [`The ${bunks.join(' and the ').toLowerCase()} has bunks, reached by a ladder.`] : []),
    ...(lofts.length > 0 ? ['It has a loft; ask how it is reached.'] : []),
  ]
}

const aboutProperties = demoProperties.map((property) => ({
  name: property.property.name,
  text: [...worthAsking(property), UNMEASURED].join(' '),
}))

export const accessibility: LegalBodyRecord = {
  lead: 'What we know about getting into and around the homes, what we do not know yet, and how this site can be used.',
  sections: [
    {
      heading: 'The homes',
      paragraphs: [
        'None of the homes has been measured for access, and we will not guess. If you use a wheelchair, a walker or a hoist, or if stairs are hard for someone in your group, write to us before you book: we will measure what you need to know and answer with numbers and pictures.',
      ],
      facts: aboutProperties,
    },
    {
      heading: 'Service animals',
      paragraphs: [
        'A service animal is not a pet: the rules and fees for pets do not apply to it, in any of the homes.',
      ],
    },
    {
      heading: 'This site',
      paragraphs: [
        'We aim for the Web Content Accessibility Guidelines 2.2, level AA. Every page is checked by a program at the width of a phone and of a desk before it is published, and the ways to search, book and write are tried with the keyboard alone. It works when text is enlarged, when motion is reduced and, for reading, booking and writing, without JavaScript.',
        'Nobody outside has audited it, and people who use screen readers have not yet tested it for us. What we overlooked we want to hear about.',
      ],
    },
    {
      heading: 'If something does not work for you',
      paragraphs: [
        'Tell us which page, and what you were trying to do. {brand} can take your booking or your message by email just as well, at the same price.',
      ],
    },
  ],
}
