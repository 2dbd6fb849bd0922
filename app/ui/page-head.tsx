/** The night head of pages that make one promise. */
export function PageHead({ title, text }: { title: string; text: string }) {
  return (
    <div className="on-night">
      <div className="band pt-12 pb-20">
        <h1 className="heading-home">{title}</h1>
        <p className="measure mt-5 text-lead text-muted">{text}</p>
      </div>
    </div>
  )
}
