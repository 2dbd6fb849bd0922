import type { LegalBodyRecord } from '#app/features/site/site.ts'

export const accessibility: LegalBodyRecord = {
  lead: 'What we know about getting into and around the homes, what we don’t know yet, and how this site works for everyone.',
  sections: [
    {
      heading: 'The homes',
      paragraphs: [
        'Steps, stairs, floors, bathrooms, and beds, bunks included, are on each home’s page, as far as we know them. We haven’t yet measured the widths of doors and hallways, or the heights of beds and showers, and we won’t guess. If you use a wheelchair, a walker, or a lift, or if stairs are hard for someone in your group, contact us before you book. We’ll measure what you need to know and reply with numbers and photos.',
      ],
    },
    {
      heading: 'Service animals',
      paragraphs: ['A service animal isn’t a pet. Pet rules and fees don’t apply to it in any of the homes.'],
    },
    {
      heading: 'This site',
      paragraphs: [
        'We aim for the Web Content Accessibility Guidelines 2.2, level AA. We check every page with automated tools at phone and desktop widths before we publish it, and we test searching, booking, and contacting us with only a keyboard. The site works with larger text, with reduced motion, and, for reading, booking, and contacting us, without JavaScript.',
        'No outside auditor has reviewed it, and people who use screen readers haven’t tested it for us yet. If we missed something, we want to hear about it.',
      ],
    },
    {
      heading: 'If something doesn’t work for you',
      paragraphs: [
        'Tell us which page it was and what you were trying to do. {brand} can take your booking or your message by email just as well, at the same price.',
      ],
    },
  ],
}
