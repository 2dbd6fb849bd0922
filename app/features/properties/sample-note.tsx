/** Marks invented content of the demo (docs/decisions/009). */
export function SampleNote({ children }: { children: string }) {
  return (
    <p className="sample-note">
      <strong className="review-sample">{children}</strong> written for this demonstration
    </p>
  )
}
