import { z } from 'zod'
import { dateInZone } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'

/** A storage address (`/objects/...`) with its alt text; size and placeholder are looked up. */
const imageSchema = z.object({ path: z.string(), alt: z.string() })

/** The subject fills the lower three fifths. `phone` and `tablet` are the addresses of narrower crops of the same image. */
const heroImageSchema = imageSchema.extend({ phone: z.string().optional(), tablet: z.string().optional() })

const monthDay = boundedText(5).regex(/^\d\d-\d\d$/)

/** The image from one day of each year to another. Both are included, in the time zone of what it shows: `05-01`. */
const seasonalHeroSchema = heroImageSchema.extend({ from: monthDay, to: monthDay, timeZone: z.string() })

export const heroSchema = z.object({
  title: z.string(),
  text: z.string(),
  action: z.string(),
  image: heroImageSchema,
  /** In place of `image` on its days. */
  seasonal: seasonalHeroSchema.optional(),
})

export const homePageSchema = z.object({
  hero: heroSchema,
  searchHeading: z.string(),
  welcome: z.object({ heading: z.string(), text: z.string() }),
  /** What guests go home with. */
  yeti: z.object({ heading: z.string(), text: z.string(), image: imageSchema }).optional(),
  propertiesHeading: z.string(),
  /** The brand's name follows the heading. */
  whyChoose: z.object({
    heading: z.string(),
    cards: z.array(
      z.object({ title: z.string(), text: z.string(), image: imageSchema, facts: z.array(z.string()).default([]) }),
    ),
  }),
})

/** The hero's image on the day of this instant. */
export function heroImageAt({ image, seasonal }: z.infer<typeof heroSchema>, now: Date) {
  if (!seasonal) return image
  const day = dateInZone(now, seasonal.timeZone).slice(5)
  const [isBegun, isOver] = [day >= seasonal.from, day > seasonal.to]
  // A season may go on past the end of the year.
  return (seasonal.from <= seasonal.to ? isBegun && !isOver : isBegun || !isOver) ? seasonal : image
}

const blurbSchema = z.object({ title: z.string(), text: z.string() })

/** Text for property owners. The product sets the page's heading, which names the brand. Empty lists are not shown. */
const hostPageSchema = z.object({
  description: z.string(),
  text: z.string(),
  benefits: z.array(blurbSchema),
  /** From the inquiry to the first booking, in order. */
  steps: z.array(blurbSchema).default([]),
  /** What the operator does, and what the owner keeps. */
  weDo: z.array(z.string()).default([]),
  youKeep: z.array(z.string()).default([]),
  /** The fee and the agreement, in the operator's words. */
  terms: z.string().nullable().default(null),
})

/** The operator's text for every page, the home page and the owners' page: the `content` of the site's row. */
export const siteContentSchema = z.object({
  defaultTitle: z.string(),
  defaultDescription: z.string(),
  defaultKeywords: z.string(),
  ogImage: imageSchema,
  footerLine: z.string(),
  locations: z.array(z.string()),
  /** The response time as it appears mid-sentence. */
  responseTime: z.string(),
  home: homePageSchema,
  host: hostPageSchema,
})
export type SiteContent = z.infer<typeof siteContentSchema>

/** A section of a legal page, in this order: paragraphs, a list, or terms with descriptions; all optional. */
const legalSectionSchema = z.object({
  heading: z.string(),
  paragraphs: z.array(z.string()).default([]),
  items: z.array(z.string()).default([]),
  facts: z.array(z.object({ name: z.string(), text: z.string() })).default([]),
})

/** The text of a legal page: the `body` of its row, as JSON. It has no markup, so it cannot inject any. */
export const legalBodySchema = z.object({ lead: z.string(), sections: z.array(legalSectionSchema) })
export type LegalBody = z.infer<typeof legalBodySchema>
/** The form in `content/`. */
export type LegalBodyRecord = z.input<typeof legalBodySchema>

export const legalKinds = ['privacy', 'terms', 'accessibility'] as const
/** Which legal page, and its path. */
export type LegalKind = (typeof legalKinds)[number]

/** The operator as every page shows it; data of a single page is loaded by that page. */
export type SiteView = Omit<SiteContent, 'home' | 'host'> & {
  brand: string
  email: string
  social: { name: string; url: string } | null
  /** The legal pages that exist. */
  legal: { path: string; title: string }[]
}
