import { describe, expect, it } from 'vitest'
import { foldQuotes } from './fold-quotes.ts'

describe('the copy of earlier emails below an answer', () => {
  it.each([
    [
      'of Gmail',
      'Yes, at 5.\n\nOn Fri, Jan 15, 2027 at 9:00 AM Powder & Cove <hello@example.com> wrote:\n\n> When do you arrive?\n>\n> Ada',
    ],
    [
      'of Gmail on two lines',
      'Yes, at 5.\n\nOn Fri, Jan 15, 2027 at 9:00 AM Powder & Cove\n<hello@example.com> wrote:\n> When do you arrive?',
    ],
    [
      'of Outlook',
      'Yes, at 5.\n\n________________________________\nFrom: Powder & Cove <hello@example.com>\nSent: Friday\nWhen do you arrive?',
    ],
    [
      'of Outlook without a line',
      'Yes, at 5.\r\n\r\nFrom: Powder & Cove <hello@example.com>\r\nSent: Friday\r\n\r\nWhen do you arrive?',
    ],
    ['of an old program', 'Yes, at 5.\n\n-----Original Message-----\nFrom: hello@example.com\nWhen do you arrive?'],
    ['without marks', 'Yes, at 5.\n\nOn Friday, Powder & Cove wrote:\n\nWhen do you arrive?'],
    [
      'of Zoho',
      'Yes, at 5.\n\n---- On Fri, 15 Jan 2027 09:00:00 -0700 Powder & Cove <hello@example.com> wrote ----\n\nWhen do you arrive?',
    ],
    [
      'of Outlook for phones, with a name alone',
      'Yes, at 5.\n\nFrom: Powder & Cove\nDate: Friday, January 15, 2027\nTo: Ada\nSubject: Your stay\n\nWhen do you arrive?',
    ],
    [
      'of a program that names where answers go',
      'Yes, at 5.\n\nFrom: Powder & Cove <hello@example.com>\nReply-To: stay@example.com\nDate: Friday\n\nWhen do you arrive?',
    ],
    [
      'of a program without a verb',
      'Yes, at 5.\n\n2027-01-15 9:00 GMT-07:00 Powder & Cove <hello@example.com>:\n\n> When do you arrive?',
    ],
    [
      'with who wrote it first',
      'Yes, at 5.\n\nPowder & Cove <hello@example.com> wrote on Fri, Jan 15, 2027 at 9:00:\n\nWhen do you arrive?',
    ],
    ['with marks alone', 'Yes, at 5.\n\n> When do you arrive?'],
  ])('%s is folded', (_, email) => {
    const { text, quoted } = foldQuotes(email)
    expect(text).toBe('Yes, at 5.')
    expect(quoted).toContain('When do you arrive?')
  })

  it.each([
    [
      'German',
      'Am Fr., 27. Nov. 2026 um 10:00 Uhr schrieb Powder & Cove <hello@example.com>:\n\n> When do you arrive?',
    ],
    [
      'German, of Apple',
      '> Am 27.11.2026 um 10:00 schrieb Powder & Cove <hello@example.com>:\n> \n> When do you arrive?',
    ],
    ['French', 'Le ven. 27 nov. 2026 à 10:00, Powder & Cove <hello@example.com> a écrit :\n\n> When do you arrive?'],
    [
      'French on two lines',
      'Le ven. 27 nov. 2026 à 10:00, Powder & Cove <hello@example.com> a\nécrit :\n\n> When do you arrive?',
    ],
    [
      'Spanish',
      'El vie, 27 nov 2026 a las 10:00, Powder & Cove (<hello@example.com>) escribió:\n\n> When do you arrive?',
    ],
    ['Danish', 'Den fre. 27. nov. 2026 kl. 10.00 skrev Powder & Cove <hello@example.com>:\n\n> When do you arrive?'],
    ['Dutch', 'Op vr 27 nov 2026 om 10:00 schreef Powder & Cove <hello@example.com>:\n\n> When do you arrive?'],
    [
      'German, of GMX',
      'Gesendet: Freitag, 27. November 2026 um 10:00 Uhr\nVon: "Powder & Cove" <hello@example.com>\nAn: anna@example.com\nBetreff: Stay\n\nWhen do you arrive?',
    ],
    [
      'Italian',
      'Il giorno ven 27 nov 2026 alle ore 10:00 Powder & Cove <hello@example.com> ha scritto:\n\n> When do you arrive?',
    ],
    [
      'Portuguese',
      'Em sex., 27 de nov. de 2026 às 10:00, Powder & Cove <hello@example.com> escreveu:\n\n> When do you arrive?',
    ],
    [
      'Swedish, of Outlook',
      'Från: Powder & Cove <hello@example.com>\nSkickat: den 27 november 2026 10:00\n\nWhen do you arrive?',
    ],
    ['German without marks', 'Am 27.11.2026 um 10:00 schrieb Powder & Cove:\n\nWhen do you arrive?'],
    [
      'German, of Outlook',
      '-----Ursprüngliche Nachricht-----\nVon: Powder & Cove <hello@example.com>\nGesendet: Freitag, 27. November 2026 10:00\nAn: Anna\nBetreff: Stay\n\nWhen do you arrive?',
    ],
    [
      'German, of Outlook without a line',
      'Von: Powder & Cove <hello@example.com>\nGesendet: Freitag\n\nWhen do you arrive?',
    ],
    [
      'French, of Outlook',
      'De : Powder & Cove <hello@example.com>\nEnvoyé : vendredi 27 novembre 2026 10:00\n\nWhen do you arrive?',
    ],
    ['French, of an old program', '-----Message d’origine-----\nDe : hello@example.com\n\nWhen do you arrive?'],
    [
      'Spanish, of Outlook',
      'De: Powder & Cove <hello@example.com>\nEnviado el: viernes, 27 de noviembre\nPara: Anna\n\nWhen do you arrive?',
    ],
    ['Italian, of a phone', '-------- Messaggio originale --------\nDa: Powder & Cove\n\nWhen do you arrive?'],
    ['Portuguese, of Outlook', '-----Mensagem original-----\nDe: Powder & Cove\n\nWhen do you arrive?'],
    ['Polish', 'W dniu 27.11.2026 o 10:00, Powder & Cove pisze:\n> When do you arrive?'],
    ['Chinese', '在 2026年11月27日，10:00，Powder & Cove <hello@example.com> 写道：\n\n> When do you arrive?'],
    [
      'German, with the verb later',
      'Powder & Cove <hello@example.com> schrieb am Fr., 27. Nov. 2026, 10:00:\n\n> When do you arrive?',
    ],
    [
      'Danish, of Outlook',
      'Fra: Powder & Cove <hello@example.com>\nSendt: 27. november 2026 10:00\n\nWhen do you arrive?',
    ],
    [
      'Dutch, of Outlook',
      'Van: Powder & Cove <hello@example.com>\nVerzonden: vrijdag 27 november 2026\n\nWhen do you arrive?',
    ],
  ])('in %s is folded', (_, copy) => {
    const { text, quoted } = foldQuotes(`Wir kommen um 18 Uhr.\n\nViele Grüße\nAnna\n\n${copy}`)
    expect(text).toBe('Wir kommen um 18 Uhr.\n\nViele Grüße\nAnna')
    expect(quoted).toBe(copy)
  })

  it.each([
    [
      'an answer between quoted lines',
      'On Fri, Nov 27, 2026 at 10:00 AM Inn <hello@example.com> wrote:\n> Pets?\n\nTwo dogs\n\n> When?\n\nAround nine',
    ],
    ['a sentence of a guest', 'Am Montag schrieb ich Ihnen dies:\n\nWir kommen zu zweit.'],
    ['words that a guest parts by a line', `The first home\n${'_'.repeat(32)}\n\nThe second home`],
    ['days of a guest', 'We are four.\n\nFrom: Friday\nTo: Sunday\nThanks'],
    ['days of a guest, with more', 'May we come\nFrom: June 5\nDate: flexible\nTo: June 9\nThanks, Ada'],
    ['a list of a guest', 'De: nous\n\nUne question'],
    ['an answer without a copy', 'On Friday we arrive at 5.\n\nAda'],
    ['an answer between the lines', '> When do you arrive?\n\nAt 5.\n\n> Any pets?\n\nA dog.'],
    ['a copy with nothing above it', '> When do you arrive?'],
    ['nothing', ''],
  ])('%s stays whole', (_, email) => {
    expect(foldQuotes(email)).toEqual({ text: email.trim(), quoted: '' })
  })

  it('of a hostile text costs no more than its length', () => {
    const hostile = `${'On '.repeat(8_000)}\n${'>'.repeat(10_000)}\n${'From: \n'.repeat(3_000)}${'_'.repeat(10_000)}x`
    expect(foldQuotes(hostile).text.length).toBeGreaterThan(0)
  })
})
