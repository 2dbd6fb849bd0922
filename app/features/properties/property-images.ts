import { z } from 'zod'
import { boundedText } from '#app/shared/bounded-text.ts'
import { oneLine } from '#app/shared/typed-text.ts'

/** Adds an uploaded image to a property and, with `unitId`, to that unit's gallery. */
export const attachSchema = z
  .object({
    objectPath: boundedText(2000).min(1, 'Please send the address of a picture'),
    propertyId: boundedText(100),
    visibility: z.literal('public', 'Pictures of homes are public').default('public'),
    unitId: boundedText(100).optional(),
    category: boundedText(100)
      .regex(/^[a-z0-9_-]{1,60}$/i, 'Please name a group of the gallery')
      .optional(),
    altText: boundedText(2000)
      .transform(oneLine)
      .pipe(z.string().max(500, 'Please keep this to 500 characters'))
      .optional(),
  })
  .refine(({ unitId, category }) => unitId === undefined || category !== undefined, {
    path: ['category'],
    error: 'Please name the group of the gallery that it belongs to',
  })

export type Attachment = z.infer<typeof attachSchema>
