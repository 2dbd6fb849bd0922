/** The marks of the demo's content, by which a live site names or removes its remains. */
export type DemoMarks = {
  brand: string
  /** The names of its homes. */
  properties: string[]
  /** The folder of their images. */
  images: string
  /** A sentence of its legal texts. */
  legalDraft: string
  /** The sentence of each sample post, and of each sample newsletter. */
  post: string
  newsletter: string
  /** The texts of the site about the sample homes, and those that are true of any. */
  texts: { ofSamples: unknown; plain: unknown }
}
