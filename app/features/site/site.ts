import { z } from 'zod'

/** An address of the storage (`/objects/...`) with the words for those who do not see it; size and placeholder are looked up. */
const pictureSchema = z.object({ path: z.string(), alt: z.string() })
export type SitePicture = z.infer<typeof pictureSchema>

const homePageSchema = z.object({
  hero: z.object({ title: z.string(), text: z.string(), action: z.string(), picture: pictureSchema }),
  searchHeading: z.string(),
  welcome: z.object({ heading: z.string(), text: z.string() }),
  yeti: z.object({ heading: z.string(), text: z.string(), picture: pictureSchema }),
  homesHeading: z.string(),
  /** The brand's name follows the heading: `Why Choose` is shown as `Why Choose Powder & Cove`. */
  whyChoose: z.object({
    heading: z.string(),
    cards: z.array(z.object({ title: z.string(), text: z.string(), picture: pictureSchema })),
  }),
})

/** What the operator says about itself on every page and on the home page: the `content` of the site's row. */
export const siteContentSchema = z.object({
  defaultTitle: z.string(),
  defaultDescription: z.string(),
  defaultKeywords: z.string(),
  sharePicture: pictureSchema,
  footerLine: z.string(),
  locations: z.array(z.string()),
  /** In the middle of a sentence: `typically within 24 hours`. */
  responseTime: z.string(),
  home: homePageSchema,
})
export type SiteContent = z.infer<typeof siteContentSchema>

/** The operator as every page shows it; the home page's own copy comes with the home page. */
export type SiteView = Omit<SiteContent, 'home'> & {
  brand: string
  email: string
  social: { name: string; url: string } | null
}
