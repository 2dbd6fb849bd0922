import type { DemoMarks } from '#app/platform/services.server.ts'
import { plainContent } from './plain-site.ts'
import { content } from './site.ts'

/**
 * What tells the demo's content from an operator's own. With it, a live site can name what is left of it. Do not change
 * these words with the content.
 */
export const demoMarks: DemoMarks = {
  brand: 'Powder & Cove',
  properties: ['Large Luxury', 'Luxury Home with Amazing Amenities', 'Spacious Mountain Condo', 'Cabin By The Cove'],
  images: '/objects/homes/',
  legalDraft: 'This is the draft that the site comes with.',
  texts: { ofSamples: content, plain: plainContent },
}
