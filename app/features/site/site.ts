import { z } from 'zod'

/** An address of the storage (`/objects/...`) with the words for those who do not see it; size and placeholder are looked up. */
const pictureSchema = z.object({ path: z.string(), alt: z.string() })

/** The house stands in the lower three fifths of it. `phone` and `tablet` are the addresses of narrower cuts of the same picture. */
const heroPictureSchema = pictureSchema.extend({ phone: z.string().optional(), tablet: z.string().optional() })

const homePageSchema = z.object({
  hero: z.object({ title: z.string(), text: z.string(), action: z.string(), picture: heroPictureSchema }),
  searchHeading: z.string(),
  welcome: z.object({ heading: z.string(), text: z.string() }),
  yeti: z.object({ heading: z.string(), text: z.string(), picture: pictureSchema }),
  homesHeading: z.string(),
  /** The brand's name follows the heading. */
  whyChoose: z.object({
    heading: z.string(),
    cards: z.array(
      z.object({ title: z.string(), text: z.string(), picture: pictureSchema, facts: z.array(z.string()).default([]) }),
    ),
  }),
})

/** What owners of homes are told. The page's heading is the product's: it names the brand. */
const hostPageSchema = z.object({
  description: z.string(),
  text: z.string(),
  benefits: z.array(z.object({ title: z.string(), text: z.string() })),
})

/** What the operator says about itself on every page, on the home page and to owners: the `content` of the site's row. */
export const siteContentSchema = z.object({
  defaultTitle: z.string(),
  defaultDescription: z.string(),
  defaultKeywords: z.string(),
  sharePicture: pictureSchema,
  footerLine: z.string(),
  locations: z.array(z.string()),
  /** When the operator answers, as it stands in the middle of a sentence. */
  responseTime: z.string(),
  home: homePageSchema,
  host: hostPageSchema,
})
export type SiteContent = z.infer<typeof siteContentSchema>

/** A section of a legal page, in order: paragraphs, a list, or names with what is said of each; any of them may be missing. */
const legalSectionSchema = z.object({
  heading: z.string(),
  paragraphs: z.array(z.string()).default([]),
  items: z.array(z.string()).default([]),
  facts: z.array(z.object({ name: z.string(), text: z.string() })).default([]),
})

/** The words of a legal page: the `body` of its row, as JSON. Words alone and no markup, so nothing in it can be more than text. */
export const legalBodySchema = z.object({ lead: z.string(), sections: z.array(legalSectionSchema) })
export type LegalBody = z.infer<typeof legalBodySchema>
/** As it is written down in `content/`. */
export type LegalBodyRecord = z.input<typeof legalBodySchema>

export const legalKinds = ['privacy', 'terms', 'accessibility'] as const
/** Which legal page, and its path. */
export type LegalKind = (typeof legalKinds)[number]

/** The operator as every page shows it; what belongs to one page comes with that page. */
export type SiteView = Omit<SiteContent, 'home' | 'host'> & {
  brand: string
  email: string
  social: { name: string; url: string } | null
  /** The legal pages that there are. */
  legal: { path: string; title: string }[]
}
