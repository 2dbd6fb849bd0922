/** In the booking frame's place while a home has no rates (docs/decisions/004). */
export function AskAboutDates({ heading, contactPath }: { heading: string; contactPath: string }) {
  return (
    <section id="book" aria-labelledby="book-heading" className="on-night h-fit scroll-mt-24 rounded-lg p-6">
      <h2 id="book-heading" className="heading-small">
        {heading}
      </h2>
      <p className="mt-3">This home has no prices online yet.</p>
      <a href={contactPath} className="button button-ember mt-5">
        Ask about dates
      </a>
    </section>
  )
}
