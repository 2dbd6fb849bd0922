/** The confirmation above a form that was sent without JavaScript. */
export function FormSent({ title, description }: { title: string; description: string }) {
  return (
    <div role="status" className="form-sent">
      <p className="font-medium">{title}</p>
      <p>{description}</p>
    </div>
  )
}
