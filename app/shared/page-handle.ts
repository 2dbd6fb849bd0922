/** What a page tells the server about itself, in its `handle`. */
export type PageHandle = {
  /** Listed in the sitemap: always, during a giveaway, or once for each record with its date (`server/sitemap.ts`). */
  sitemap?: true | 'giveaway' | 'dated'
  /** It stands outside the shell; this site and those of `EMBED_ORIGINS` may frame it. */
  frame?: true
  /** Scripts of `EMBED_ORIGINS` may read it. */
  embeddable?: true
  /** It uses the camera, and shows images that are still in the browser alone. */
  camera?: true
  /** A guest pays on it: the payment service's script and frames are allowed. */
  payment?: true
  /** It shows what is one visitor's, or changes by the minute: rendered for each request, never cached. */
  perRequest?: true
  /**
   * The query keys that it reads. With one of them it is rendered for its visitor; with any other it is the shared page, rendered
   * with an empty query.
   */
  query?: readonly string[]
}
