import { z } from 'zod/mini'

/** A property, as the list and create endpoints answer it. */
export const listedPropertySchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string(),
  images: z.array(z.string()),
  /** For the operator alone, as are the units and gallery groups that an image can go to. */
  published: z.optional(z.boolean()),
  units: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  galleryGroups: z.optional(z.array(z.object({ category: z.string(), label: z.string() }))),
})
export type ListedProperty = z.infer<typeof listedPropertySchema>

/** An image of a unit, as the API answers it. */
export const unitImageSchema = z.object({
  id: z.string(),
  category: z.string(),
  gcsPath: z.string(),
  altText: z.string(),
  caption: z.optional(z.string()),
  width: z.int(),
  height: z.int(),
  placeholder: z.nullable(z.string()),
})
/** An image of a unit, as the gallery shows it. Its placeholder is left out of the page to save bytes. */
export type UnitImage = Omit<z.infer<typeof unitImageSchema>, 'id'>
