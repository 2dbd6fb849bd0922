import { Action, MailLink, Paragraph } from './mail-layout.tsx'

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/

/** Plain text as paragraphs, with its addresses as links. Those of `buttons`, alone in a paragraph, are buttons. */
export function PlainText({ text, buttons = {} }: { text: string; buttons?: Record<string, string> }) {
  const paragraphs = text.split(/\n{2,}/).map((part) => part.trim())
  return paragraphs.filter(Boolean).map((paragraph, at) => {
    const key = `${at} ${paragraph}`
    const button = Object.hasOwn(buttons, paragraph) ? buttons[paragraph] : null
    if (button) {
      return (
        <Action key={key} href={paragraph}>
          {button}
        </Action>
      )
    }
    return (
      <Paragraph key={key}>
        {paragraph.split('\n').map((line, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never changed.
          <span key={number}>
            {number > 0 && <br />}
            {line.split(ADDRESS).map((piece, index) => (index % 2 ? <MailLink key={piece} href={piece} /> : piece))}
          </span>
        ))}
      </Paragraph>
    )
  })
}
