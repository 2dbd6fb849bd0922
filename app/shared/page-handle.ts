/** What a page says of itself to the server, in its `handle`. */
export type PageHandle = {
  /** It stands outside the shell, and other pages hold it. */
  frame?: true
  /** It shows what is one visitor's, or changes by the minute: it is rendered for each request, with all that the request carries. */
  perRequest?: true
  /**
   * The keys of the query that it reads. With one of them it is rendered for its visitor; with any other it is the page that
   * everyone gets, and while that is rendered the query is empty.
   */
  query?: readonly string[]
}
