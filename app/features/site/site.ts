import { z } from 'zod'
import { dateInZone } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { PAGE_NOT_FOUND } from '#app/shared/page-metadata.ts'
import { accentSchema } from './accent.ts'

/** A storage address (`/objects/...`) with its alt text; size and placeholder are looked up. */
const imageSchema = z.object({ path: z.string(), alt: z.string() })

/**
 * The subject fills the lower three fifths. `phone` and `tablet` are the addresses of narrower crops of the same image.
 */
const heroImageSchema = imageSchema.extend({ phone: z.string().optional(), tablet: z.string().optional() })

const monthDay = boundedText(5).regex(/^\d\d-\d\d$/)

/** The image from one day of each year to another. Both are included, in the time zone of what it shows: `05-01`. */
const seasonalHeroSchema = heroImageSchema.extend({ from: monthDay, to: monthDay, timeZone: z.string() })

export const heroSchema = z.object({
  title: z.string(),
  text: z.string(),
  action: z.string(),
  /** By default the cover of the first home. */
  image: heroImageSchema.optional(),
  /** In place of `image` on its days. */
  seasonal: seasonalHeroSchema.optional(),
})

export const homePageSchema = z.object({
  hero: heroSchema,
  searchHeading: z.string(),
  welcome: z.object({ heading: z.string(), text: z.string() }),
  /** The welcome gift, and how many of it are packed. */
  gift: z
    .object({
      heading: z.string(),
      text: z.string(),
      image: imageSchema,
      /** The singular, and a plural that does not end in s. By default a gift. */
      one: z.string().optional(),
      many: z.string().optional(),
      /** One for each group, one for the group and each child, or one for each guest. */
      each: z.enum(['party', 'child', 'guest']).default('child'),
    })
    .optional(),
  propertiesHeading: z.string(),
  /** The brand's name follows the heading. */
  whyChoose: z.object({
    heading: z.string(),
    cards: z.array(
      z.object({
        title: z.string(),
        text: z.string(),
        image: imageSchema.optional(),
        facts: z.array(z.string()).default([]),
      }),
    ),
  }),
})

/** The hero's image on the day of this instant, if it has its own. */
export function heroImageAt({ image, seasonal }: z.infer<typeof heroSchema>, now: Date) {
  if (!seasonal) return image
  const day = dateInZone(now, seasonal.timeZone).slice(5)
  const [isBegun, isOver] = [day >= seasonal.from, day > seasonal.to]
  // A season may go on past the end of the year.
  return (seasonal.from <= seasonal.to ? isBegun && !isOver : isBegun || !isOver) ? seasonal : image
}

const blurbSchema = z.object({ title: z.string(), text: z.string() })

/** Text for property owners. The brand's name follows the heading. Empty lists are not shown. */
export const hostPageSchema = z.object({
  description: z.string(),
  heading: z.string().default('Partner with'),
  text: z.string(),
  /** The heading of the form, and the button that leads to it. */
  action: z.string().default('Tell us about your home'),
  benefitsHeading: z.string().default('What you get'),
  stepsHeading: z.string().default('How it works'),
  weDoHeading: z.string().default('What we do'),
  youKeepHeading: z.string().default('What you keep'),
  termsHeading: z.string().default('Fee and agreement'),
  /** Below the image of a home. */
  proof: z.string().default('Every home gets a page like this one.'),
  benefits: z.array(blurbSchema),
  /** From the inquiry to the first booking, in order. */
  steps: z.array(blurbSchema).default([]),
  /** The operator's tasks, and the owner's share. */
  weDo: z.array(z.string()).default([]),
  youKeep: z.array(z.string()).default([]),
  /** The fee and the agreement, in the operator's words. */
  terms: z.string().nullable().default(null),
})

export const contactPageSchema = z.object({
  heading: z.string().default('Get in Touch'),
  /** The response time follows it. */
  text: z.string().default('A real person reads every message and replies'),
  /** For search engines; by default a sentence with the locations. */
  description: z.string().optional(),
})

/** The content at the end of every page, beside `footerLine`. The response time follows the reply. */
const footerSchema = z.object({
  letters: z.string().default('Get our emails'),
  action: z.string().default('Sign up'),
  reply: z.string().default('A real person replies'),
})

export const notFoundSchema = z.object({
  heading: z.string().default(PAGE_NOT_FOUND.heading),
  text: z.string().default(PAGE_NOT_FOUND.text),
})

/** The operator's text for every page, the home page and the owners' page: the `content` of the site's row. */
export const siteContentSchema = z.object({
  /** The address of the logo; without one, the lit window is drawn. */
  logo: z.string().optional(),
  /** The color of buttons and of lit parts, in place of the design's. */
  accent: accentSchema.optional(),
  defaultTitle: z.string(),
  defaultDescription: z.string(),
  defaultKeywords: z.string(),
  /** By default the cover of the first home. */
  ogImage: imageSchema.optional(),
  footerLine: z.string(),
  /** By default the locations of the homes. */
  locations: z.array(z.string()).default([]),
  /** The response time as it appears mid-sentence. */
  responseTime: z.string(),
  home: homePageSchema,
  host: hostPageSchema,
  contact: contactPageSchema.prefault({}),
  footer: footerSchema.prefault({}),
  notFound: notFoundSchema.prefault({}),
})
export type SiteContent = z.infer<typeof siteContentSchema>
/** The form in `content/`. */
export type SiteContentRecord = z.input<typeof siteContentSchema>

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
export type SiteView = Omit<SiteContent, 'home' | 'host' | 'contact' | 'ogImage'> & {
  ogImage: z.infer<typeof imageSchema> | null
  brand: string
  email: string
  social: { name: string; url: string } | null
  /** Whether guests find a home. Without one, no page speaks of homes. */
  hasProperties: boolean
  /** The legal pages that exist. */
  legal: { path: string; title: string }[]
}
