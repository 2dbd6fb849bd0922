/** In the booking frame's place while a home has no rates (decision 2). */
export function AskAboutDates({ heading, title, email }: { heading: string; title: string; email: string }) {
  return (
    <section id="book" aria-labelledby="book-heading" className="on-night h-fit scroll-mt-24 rounded-panel p-6">
      <h2 id="book-heading" className="heading-small">
        {heading}
      </h2>
      <p className="mt-3">This home has no prices online yet.</p>
      <a href={`mailto:${email}?subject=${encodeURIComponent(title)}`} className="button button-ember mt-5">
        Ask about dates
      </a>
    </section>
  )
}
