/** What a page tells the server in its `handle`. */
export type PageHandle = {
  /** In the sitemap: always, during a giveaway, or once per record with its date (`server/sitemap.ts`). */
  sitemap?: true | 'giveaway' | 'dated'
  /** Rendered without the shell; this site and those of `EMBED_ORIGINS` may frame it. */
  frame?: true
  /** Scripts of `EMBED_ORIGINS` may read it. */
  embeddable?: true
  /** Uses the camera, and shows blob images. */
  camera?: true
  /** A guest pays on it: the payment service's script and frames are allowed. */
  payment?: true
  /** Shows one visitor's data, or changes by the minute: rendered per request, never cached. */
  perRequest?: true
  /**
   * The query keys that it reads. A request with one of them is rendered for its visitor; any other gets the shared
   * page, rendered with an empty query.
   */
  query?: readonly string[]
}
