type Props = {
  title: string
  description: string
  /** The reference of the message; null if it is not known. */
  reference: string | null
}

/** The lasting confirmation of a form. */
export function FormSent({ title, description, reference }: Props) {
  return (
    <div role="status" className="form-sent">
      <p className="font-medium">{title}</p>
      <p>{description}</p>
      {reference && (
        <p>
          Your reference number is <strong>{reference}</strong>. Please mention it if you contact us about this again.
        </p>
      )}
    </div>
  )
}
