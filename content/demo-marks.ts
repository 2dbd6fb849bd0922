import type { DemoMarks } from '#app/platform/demo-marks.server.ts'
import { SAMPLE_LETTER } from './demo-year/sample-letter.ts'
import { plainContent } from './plain-site.ts'
import { SAMPLE_NOTE } from './sample-post.ts'
import { content } from './site.ts'

/**
 * The marks of the demo's content. By them, a live site can name its remains. Do not change these words with the
 * content.
 */
export const demoMarks: DemoMarks = {
  brand: 'Powder & Cove',
  properties: ['Large Luxury', 'Luxury Home with Amazing Amenities', 'Spacious Mountain Condo', 'Cabin By The Cove'],
  images: '/objects/homes/',
  legalDraft: 'This is the draft that the site comes with.',
  post: SAMPLE_NOTE,
  newsletter: SAMPLE_LETTER,
  texts: { ofSamples: content, plain: plainContent },
}
