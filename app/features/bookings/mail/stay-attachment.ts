import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import type { StayFacts } from '../stay-facts.ts'
import { type StayEvent, stayCalendar } from '../stay-ics.ts'

const STATE_WORDS = {
  requested: 'Requested, not yet confirmed.',
  confirmed: 'Confirmed.',
  cancelled: 'It does not take place.',
}

type About = { stay: StayFacts; state: StayEvent['state']; siteUrl: string; now: Date }

/** The stay as the file that a calendar takes. The home's address is in it once the stay is confirmed, before that its town. */
export function stayFile({ stay, state, siteUrl, now }: About): string {
  const { reference, party, total, home } = stay
  return stayCalendar({
    ...stay,
    home: { ...home, address: state === 'confirmed' ? home.address : home.location },
    state,
    description: `Reference ${reference}. ${partyWords(party)}. ${formatMoney(total)} in all. ${STATE_WORDS[state]}`,
    url: `${siteUrl}${home.path}`,
    stampedAt: now,
  })
}

/** `stayFile`, beside a mail. */
export function stayAttachment(about: About) {
  return {
    filename: `stay-${about.stay.reference}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: stayFile(about),
  }
}
