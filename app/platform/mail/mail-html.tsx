import { DISPLAY, INK, LINE } from './mail-layout.tsx'

const HEADING = `color:${INK};font-family:${DISPLAY};font-weight:500;line-height:1.2`
const LIST = `margin:0 0 16px;padding:0 0 0 24px;color:${INK}`

/** Mail programs read little but inline styles. The classes are those of the dark mode. */
const LOOKS: Record<string, string> = {
  p: `class="ink" style="margin:0 0 16px;color:${INK}"`,
  h2: `class="ink" style="margin:28px 0 12px;font-size:23px;${HEADING}"`,
  h3: `class="ink" style="margin:24px 0 8px;font-size:19px;${HEADING}"`,
  ul: `class="ink" style="${LIST}"`,
  ol: `class="ink" style="${LIST}"`,
  li: 'style="margin:0 0 6px"',
  a: `class="link" style="color:${INK};text-decoration:underline;overflow-wrap:anywhere"`,
  blockquote: `class="ink line" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${LINE};color:${INK}"`,
  hr: `class="line" style="margin:24px 0;border:0;border-top:1px solid ${LINE}"`,
  img: 'style="display:block;width:100%;height:auto;border-radius:4px"',
  pre: 'style="margin:0 0 16px;white-space:pre-wrap;overflow-wrap:anywhere"',
}

const TAG = new RegExp(`<(${Object.keys(LOOKS).join('|')})(?=[\\s>/])`, 'g')

/** HTML of tags without any attribute but addresses and titles, in the look of the mails. It must be safe as it is. */
export function MailHtml({ html }: { html: string }) {
  const styled = html.replace(TAG, (tag, name: string) => `${tag} ${LOOKS[name]}`)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the caller made it, and escaped every text.
  return <div dangerouslySetInnerHTML={{ __html: styled }} />
}
