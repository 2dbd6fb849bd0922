import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, MailLink, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { entriesInWords } from './giveaway.ts'
import { type PrizeCode, prizeCodeRows } from './rounds.ts'
import { moreInWords } from './share-bonus.ts'

type EntryDetails = {
  site: MailSite
  siteUrl: string
  to: string
  giveaway: string
  /** The entry's number, with which only the entrant can find their line in the published list. */
  number: string
  totalEntries: number
  maximumBonus: number
  closes: string
}

/**
 * Sent to the entrant. The name is left out: anyone can enter any address, and the email would carry strangers' text.
 */
export function entryReceived(details: EntryDetails): Mail {
  const { site, siteUrl, to, giveaway, number, totalEntries, maximumBonus, closes } = details
  return mailOf({
    site,
    to,
    template: 'giveaway-entry',
    unverified: true,
    subject: `You’re in: ${giveaway}`,
    replyTo: site.email,
    preheader: 'One light is on for you. Keep this email; it has your entry number.',
    heading: 'One light is on for you',
    lead: 'We’ve got your entry. It’s free, and there’s nothing left to do.',
    body: (
      <>
        {maximumBonus > 0 && <Paragraph>Sharing the page can light {moreInWords(maximumBonus)}.</Paragraph>}
        <DetailTable
          rows={[
            ['Giveaway', giveaway],
            ['Entries', entriesInWords(totalEntries)],
            ['Entries close', closes],
            ['Entry number', number],
          ]}
        />
        <Paragraph>
          Keep this number. When we publish the list of entries, the SHA-256 of this number, a space, and your email
          address in lowercase is your line in it, and no one else can tell.
        </Paragraph>
        <Action href={`${siteUrl}/staycation`}>See your lights</Action>
        <Paragraph>
          The rules and how the winner is drawn: <MailLink href={`${siteUrl}/staycation/rules`} />
        </Paragraph>
      </>
    ),
    footer:
      'You’re getting this email because this address was entered in our giveaway. If that wasn’t you, reply and we’ll delete the entry.',
    payload: { giveaway, totalEntries },
  })
}

type Winner = { site: MailSite; siteUrl: string; to: string; name: string; giveaway: string; token: string }

const OF_WINNER = 'You’re getting this email because this address was entered in our giveaway, and its entry was drawn.'

/** Sent to the winner of a round. Its link leads to a page with a button: mail scanners follow links. */
export function winnerDrawn(details: Winner & { prize: string; answerBy: string; drawId: string }): Mail {
  const { site, siteUrl, to, name, giveaway, token, prize, answerBy, drawId } = details
  return mailOf({
    site,
    to,
    template: 'giveaway-winner',
    subject: `You won: ${giveaway}`,
    replyTo: site.email,
    preheader: `Please accept or decline by ${answerBy}.`,
    heading: 'You won',
    greeting: greeting(name),
    lead: 'Your entry was drawn, and the prize is yours if you accept it.',
    body: (
      <>
        <DetailTable
          rows={[
            ['Giveaway', giveaway],
            ['Prize', prize],
            ['Answer by', answerBy],
          ]}
        />
        <Action href={`${siteUrl}/staycation/won/${token}`}>Accept or decline</Action>
        <Paragraph>
          Accepting is free. We’ll never ask you for money or card details to claim the prize. If we don’t hear from you
          by then, we draw another entry.
        </Paragraph>
        <Paragraph>
          How you were drawn: <MailLink href={`${siteUrl}/staycation/draw/${drawId}`} />
        </Paragraph>
        <Paragraph>
          The rules: <MailLink href={`${siteUrl}/staycation/rules`} />
        </Paragraph>
      </>
    ),
    footer: OF_WINNER,
    payload: { giveaway },
  })
}

/** Sent to a winner who accepted: the code, and how to book with it. */
export function prizeCodeIssued(details: Winner & { code: PrizeCode }): Mail {
  const { site, siteUrl, to, name, giveaway, token, code } = details
  return mailOf({
    site,
    to,
    template: 'giveaway-code',
    subject: `Book your prize: ${giveaway}`,
    replyTo: site.email,
    preheader: 'Your code covers the whole stay. There’s nothing to pay.',
    heading: 'Time to choose your dates',
    greeting: greeting(name),
    lead: 'Here is the code for your stay. It covers everything, taxes included, and works for one booking.',
    body: (
      <>
        <DetailTable rows={prizeCodeRows(code)} />
        <Action href={`${siteUrl}${code.path}`}>Choose your dates</Action>
        <Paragraph>
          The link has the code in it. Pick open dates, and send the request: the total is $0. We’ll confirm your stay
          by email.
        </Paragraph>
        <Paragraph>
          You’ll find the code again on your page: <MailLink href={`${siteUrl}/staycation/won/${token}`} />
        </Paragraph>
      </>
    ),
    footer: OF_WINNER,
    payload: { giveaway },
  })
}
