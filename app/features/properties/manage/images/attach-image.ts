import { z } from 'zod'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { oneLine } from '#app/shared/input/typed-text.ts'

/** Adds an uploaded image to a property and, with `unitId`, to that unit's gallery. */
export const attachSchema = z
  .object({
    objectPath: boundedText(2000).min(1, 'Please send the address of an image'),
    propertyId: boundedText(100),
    visibility: z.literal('public', 'Images of homes are public').default('public'),
    unitId: boundedText(100).optional(),
    category: boundedText(100)
      .regex(/^[a-z0-9_-]{1,60}$/i, 'Please choose a gallery group')
      .optional(),
    /** The text under the image in a unit's gallery. */
    caption: boundedText(2000)
      .transform(oneLine)
      .pipe(z.string().max(200, 'Please keep this to 200 characters'))
      .optional(),
    altText: boundedText(2000)
      .transform(oneLine)
      .pipe(z.string().max(500, 'Please keep this to 500 characters'))
      .optional(),
  })
  .refine(({ unitId, category }) => unitId === undefined || category !== undefined, {
    path: ['category'],
    error: 'Please choose the gallery group it belongs to',
  })

export type Attachment = z.infer<typeof attachSchema>
