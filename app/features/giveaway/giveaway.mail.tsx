import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, MailLink, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { entriesInWords } from './giveaway.ts'
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

/** Sent to the entrant. The name is left out: anyone can enter any address, and the email would carry strangers' text. */
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
