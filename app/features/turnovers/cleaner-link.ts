import { z } from 'zod'
import { boundedText } from '#app/shared/bounded-text.ts'
import { isUuid } from '#app/shared/uuid.ts'

const NAME = 'Please enter a name of up to 80 characters'
const EMAIL = 'Please enter an email address, such as maria@example.com'

/** Whom a link is for. `homes` are ids of properties. */
export const cleanerLinkSchema = z.object({
  name: boundedText(80, NAME).trim().min(1, NAME),
  email: boundedText(254, EMAIL)
    .trim()
    .refine((text) => text === '' || z.email().safeParse(text).success, EMAIL)
    .transform((text) => text || null),
  homes: boundedText(4000, 'Please choose a home')
    .transform((text) => text.split(' ').filter(isUuid))
    .refine((ids) => ids.length > 0, 'Please choose at least one home'),
})

export type CleanerLinkInput = { name: string; email: string | null; propertyIds: string[] }
