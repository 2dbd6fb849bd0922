type Entrant = { id: string; fullName: string; email: string; phone: string; zipCode: string }

/** Entries that may be of one person, and their common values. */
type LookAlikes<Of extends Entrant = Entrant> = { shared: string; entries: Of[] }

/** Mailboxes that ignore the dots of an address. */
const WITHOUT_DOTS = ['gmail.com', 'googlemail.com']

/** The mailbox of an address: the text after a plus sign is only a label. */
export function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@')
  const plain = name.split('+')[0] ?? ''
  return WITHOUT_DOTS.includes(host) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${host}`
}

const SHARED: Record<string, (entrant: Entrant) => string> = {
  mailbox: ({ email }) => mailboxOf(email),
  'phone number': ({ phone }) => phone.replace(/\D/g, '').slice(-10),
  'name and zip code': ({ fullName, zipCode }) => `${fullName.toLowerCase().replace(/\s+/g, ' ').trim()} ${zipCode}`,
}

/** Groups of entries that look like one person's. Common values of the same entries stand together. */
export function findLookAlikes<Of extends Entrant>(entries: readonly Of[]): LookAlikes<Of>[] {
  const found = new Map<string, { shared: string[]; entries: Of[] }>()
  for (const [shared, keyOf] of Object.entries(SHARED)) {
    for (const group of Map.groupBy(entries, keyOf).values()) {
      if (group.length < 2) continue
      const key = group.map(({ id }) => id).join()
      const known = found.get(key)
      if (known) known.shared.push(shared)
      else found.set(key, { shared: [shared], entries: group })
    }
  }
  return [...found.values()].map(({ shared, entries: alike }) => ({ shared: shared.join(', '), entries: alike }))
}

export type ShownEntry = {
  id: string
  fullName: string
  email: string
  phone: string
  state: string
  zipCode: string
  totalEntries: number
  /** When it came, as text. */
  at: string
}

/** The last entries of a giveaway, and the entries that look like one person's. */
export type EntriesShown = { last: ShownEntry[]; lookAlikes: LookAlikes<ShownEntry>[]; moreLookAlikes: number }
