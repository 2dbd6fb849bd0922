/** The operator's logo; without one, the lit window. The name stands beside it. */
export function Mark({ logo }: { logo: string | undefined }) {
  if (logo) return <img src={`${logo}?w=320`} alt="" className="brand-logo" />
  return (
    <svg width="1.25rem" height="1.375rem" viewBox="0 0 20 22" aria-hidden="true">
      <rect width="20" height="22" rx="2" fill="var(--lit-border)" />
      <path fill="var(--lit)" d="M2 2h7v8H2zM11 2h7v8h-7zM2 12h7v8H2zM11 12h7v8h-7z" />
    </svg>
  )
}
