/** A message of a guest, or of an owner who offers a home. `at` is text. */
export type InboxMessage = {
  id: string
  kind: 'guest' | 'owner'
  name: string
  email: string
  phone: string | null
  subject: string
  text: string
  /** The property that it is about. */
  about: string | null
  /** The reference of the booking that it is about. */
  reference: string | null
  isNew: boolean
  at: string
}
