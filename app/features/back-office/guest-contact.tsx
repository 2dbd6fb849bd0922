import { phoneLink } from '#app/shared/phone-link.ts'

type Props = { name: string; phone: string | null; email: string }

/** Calls or emails a guest in one press. */
export function GuestContact({ name, phone, email }: Props) {
  if (!phone && !email) return null
  return (
    <p className="guest-contact">
      {phone && (
        <a href={phoneLink('tel', phone)} title={phone} aria-label={`Call ${name}, ${phone}`}>
          Call
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} title={email} aria-label={`Email ${name}, ${email}`}>
          Email
        </a>
      )}
    </p>
  )
}
