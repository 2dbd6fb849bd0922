import type { ChangedArea } from './changed-areas.ts'

/** The facts about a page that the server needs, in its `handle`. */
export type PageHandle = {
  /** In the sitemap: always, or as the definition of its feature names it. */
  sitemap?: true | 'by-feature'
  /** Rendered without the shell; this site and those of `EMBED_ORIGINS` may frame it. */
  frame?: true
  /** Scripts of `EMBED_ORIGINS` may read it. */
  embeddable?: true
  /** Its forms send a file: they may be larger than others. */
  file?: true
  /** Uses the camera, and shows blob images. */
  camera?: true
  /** A guest pays on it: the payment service's script and frames are allowed. */
  payment?: true
  /** Shows one visitor's data: rendered per request, never cached. */
  perRequest?: true
  /** Its address ends in a secret: the log leaves it out, and crawlers are told not to list the page. */
  secret?: true
  /** The query keys that it reads. One rendering per set of their values is shared by all who ask for it. */
  query?: readonly string[]
  /** The query keys with which it is rendered for its visitor alone. */
  visitorQuery?: readonly string[]
  /** Shows which nights are free: outdated as soon as a booking, hold or import changes. */
  nights?: true
}

/** The facts about a page of the back office that its frame needs. */
export type AdminHandle = {
  /** The title of the browser's tab; a function gets the loader's result. */
  title: string | ((loaded: never) => string)
  /** It is loaded again when others change one of these. */
  shows?: readonly ChangedArea[]
  /** Its forms send a file: they may be larger than others. */
  file?: true
}
