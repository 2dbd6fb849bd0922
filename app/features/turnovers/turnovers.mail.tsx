import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, type MailSite, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { countOf } from '#app/shared/words.ts'

type Changes = { property: string; day: string; changes: string[] }[]

/** To a cleaner: the changes since a turnover was seen. The mail names no guest. `url` opens the cleaner's page. */
export function turnoverChangesMail(data: {
  site: MailSite
  to: string
  name: string
  changes: Changes
  url: string
}): Mail {
  const { site, to, name, changes, url } = data
  const [first] = changes
  const what = changes.length === 1 ? `${first?.property}, ${first?.day}` : countOf(changes.length, 'turnover')
  return mailOf({
    site,
    to,
    template: 'turnovers-changed',
    subject: `Changed: ${what}`,
    replyTo: site.email,
    preheader: first?.changes[0] ?? '',
    heading: changes.length === 1 ? 'A turnover changed' : 'Turnovers changed',
    greeting: greeting(name),
    lead: 'This changed since you saw it:',
    body: (
      <>
        <DetailTable
          rows={changes.map(({ property, day, changes: lines }) => [`${day}, ${property}`, lines.join(' ')])}
        />
        <Paragraph>Your turnovers page marks it. Please press Seen there.</Paragraph>
        <Action href={url}>Open my turnovers</Action>
        <Paragraph>This link is yours alone, and needs no password. Please don’t pass it on.</Paragraph>
      </>
    ),
    payload: { changes: changes.length },
  })
}
