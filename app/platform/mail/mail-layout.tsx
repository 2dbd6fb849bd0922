import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Mail } from './mail.server.ts'

export const INK = '#1f2138'
const MUTED = '#585c7d'
export const LINE = '#d6d9e8'
const FONT = "'Instrument Sans', 'Segoe UI', Helvetica, Arial, sans-serif"
export const DISPLAY = "Petrona, Georgia, 'Times New Roman', serif"

/** For mail programs with dark mode; others use the light colors of the inline styles. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .sheet { background: #161830 !important; }
  .card { background: #262a50 !important; }
  .ink, .link { color: #f1f2fa !important; }
  .muted, .muted a { color: #b6bad8 !important; }
  .line { border-color: #4a5088 !important; }
  .total { color: #ffc978 !important; }
  .action { background: #ffc978 !important; color: #1d1305 !important; }
}`

/** A paragraph. */
export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={{ margin: '0 0 16px', color: INK }}>
      {children}
    </p>
  )
}

/** The most important sentence, above everything else. */
function Lead({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={{ margin: '0 0 24px', color: INK, fontSize: 19, lineHeight: 1.45 }}>
      {children}
    </p>
  )
}

/** A link in a text; without children, its address is shown. */
export function MailLink({ href, children = href }: { href: string; children?: ReactNode }) {
  return (
    <a className="link" href={href} style={{ color: INK, textDecoration: 'underline', overflowWrap: 'anywhere' }}>
      {children}
    </a>
  )
}

/** A panel on the page. */
export function Card({ children }: { children: ReactNode }) {
  const cell = { padding: '20px 20px 4px', borderRadius: 5, background: '#ffffff', border: `1px solid ${LINE}` }
  return (
    <table role="presentation" width="100%" cellSpacing={0} style={{ margin: '0 0 24px', borderCollapse: 'separate' }}>
      <tbody>
        <tr>
          <td className="card line" style={cell}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const TABLE = { role: 'presentation', width: '100%', className: 'facts' } as const
const CELL = { padding: '8px 12px 8px 0', borderBottom: `1px solid ${LINE}`, verticalAlign: 'top' } as const

/** Label and value pairs, one per line, in the HTML and in the text. */
export function DetailTable({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <table {...TABLE} style={{ margin: '0 0 24px', borderCollapse: 'collapse' }}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <td className="muted line" width="34%" style={{ ...CELL, color: MUTED }}>
              {name}:
            </td>
            <td className="ink line" style={{ ...CELL, color: INK, overflowWrap: 'anywhere' }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Amounts that add up, and their total as the largest figure of the mail. */
export function AmountTable({ rows, total }: { rows: [label: string, amount: string][]; total: [string, string] }) {
  const last = { ...CELL, borderBottom: 0, paddingTop: 16, verticalAlign: 'baseline' } as const
  const amount = { textAlign: 'right', whiteSpace: 'nowrap', paddingRight: 0, color: INK } as const
  const figure = { fontFamily: DISPLAY, fontSize: 32, lineHeight: 1.1, fontWeight: 500 }
  return (
    <table {...TABLE} style={{ margin: '0 0 12px', borderCollapse: 'collapse' }}>
      <tbody>
        {rows.map(([label, sum]) => (
          <tr key={label}>
            <td className="muted line" style={{ ...CELL, color: MUTED }}>
              {label}:
            </td>
            <td className="ink line" style={{ ...CELL, ...amount }}>
              {sum}
            </td>
          </tr>
        ))}
        <tr>
          <td className="ink" style={{ ...last, color: INK }}>
            {total[0]}:
          </td>
          <td className="total" style={{ ...last, ...amount, ...figure }}>
            {total[1]}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** User text with its line breaks. */
export function Quote({ text }: { text: string }) {
  return (
    <blockquote
      className="ink line"
      style={{ margin: '0 0 24px', padding: '0 0 0 16px', borderLeft: `3px solid ${LINE}`, color: INK }}
    >
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never changed.
        <div key={index}>{line || '\u00a0'}</div>
      ))}
    </blockquote>
  )
}

/** The call to action as a button; the text version has its address beside it. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  const style = { display: 'inline-block', padding: '14px 22px', background: '#ffc978', color: '#1d1305' } as const
  return (
    <p style={{ margin: '0 0 24px' }}>
      <a className="action" href={href} style={{ ...style, borderRadius: 3, fontWeight: 600, textDecoration: 'none' }}>
        {children}
      </a>
    </p>
  )
}

/**
 * The sender, shown in the head and the footer of every mail. `url` is the site's address without a slash at its end.
 */
export type MailSite = {
  brand: string
  email: string
  postalAddress?: string | null
  url: string
  /** Its path; without one, the site’s icon is shown. */
  logo?: string | null
}

type Letter = Omit<Mail, 'html'> & {
  site: MailSite
  /** The preview line in the inbox. */
  preheader?: string
  /** Below the heading. */
  greeting?: string
  /** The most important sentence. */
  lead?: ReactNode
  /** Below the lead; `src` is absolute. The text version leaves it out. */
  image?: { src: string; alt: string; width: number; height: number } | null
  heading?: string
  body: ReactNode
  /** Below the operator's address: why this mail was sent, how to unsubscribe. */
  footer?: ReactNode
}

const WIDTH = 560

/** As wide as the mail. Where images are blocked, its alternative text stands on a pale background. */
function MailImage({ src, alt, width, height }: NonNullable<Letter['image']>) {
  const style = { width: '100%', height: 'auto', borderRadius: 4, background: '#e9ebf5', color: MUTED, fontSize: 14 }
  return (
    <img
      src={src}
      alt={alt}
      width={WIDTH}
      height={Math.round((WIDTH * height) / width)}
      style={{ ...style, display: 'block', margin: '0 0 24px' }}
    />
  )
}

const ICON = { borderRadius: 5, border: 0, marginRight: 10, verticalAlign: 'middle' } as const
/** A logo is made for the dark head of the pages. */
const LOGO = { maxWidth: 120, padding: 6, background: '#161830' } as const

/** The logo and the name, which stands alone where images are blocked. */
function MailHead({ site: { url, brand, logo } }: { site: MailSite }) {
  const name = {
    color: INK,
    fontFamily: DISPLAY,
    fontSize: 20,
    textDecoration: 'none',
    verticalAlign: 'middle',
  } as const
  return (
    <p className="ink" style={{ margin: '0 0 28px' }}>
      <a className="link" href={url} style={name}>
        <img
          src={logo ? `${url}${logo}?w=320` : `${url}/apple-touch-icon.png`}
          alt=""
          width={logo ? undefined : 32}
          height={32}
          style={{ ...ICON, ...(logo && LOGO) }}
        />
        {brand}
      </a>
    </p>
  )
}

function Page({ site, subject, preheader, greeting, lead, image, heading, body, footer }: Letter) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#f6f7fc' }}>
        {preheader && (
          <div className="preheader" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
            {preheader}
          </div>
        )}
        <div
          className="sheet"
          style={{
            maxWidth: 600,
            margin: '0 auto',
            padding: '32px 20px',
            fontFamily: FONT,
            fontSize: 16,
            lineHeight: 1.5,
          }}
        >
          <MailHead site={site} />
          {heading && (
            <h1
              className="ink"
              style={{
                margin: '0 0 16px',
                color: INK,
                fontFamily: DISPLAY,
                fontSize: 30,
                lineHeight: 1.15,
                fontWeight: 500,
              }}
            >
              {heading}
            </h1>
          )}
          {greeting && <Paragraph>{greeting}</Paragraph>}
          {lead && <Lead>{lead}</Lead>}
          {image && <MailImage {...image} />}
          {body}
          <div
            className="muted line footer"
            style={{ marginTop: 32, paddingTop: 16, borderTop: `1px solid ${LINE}`, color: MUTED, fontSize: 14 }}
          >
            <p style={{ margin: 0 }}>{site.brand}</p>
            {site.postalAddress && <p style={{ margin: 0 }}>{site.postalAddress}</p>}
            <p style={{ margin: 0 }}>
              <a href={`mailto:${site.email}`} style={{ color: MUTED }}>
                {site.email}
              </a>
            </p>
            {footer && <div style={{ marginTop: 12 }}>{footer}</div>}
          </div>
        </div>
      </body>
    </html>
  )
}

/** Composes a mail; React escapes all text. */
export function mailOf(letter: Letter): Mail {
  const { id, to, template, subject, replyTo, headers, attachments, payload, unverified } = letter
  const html = `<!doctype html>${renderToStaticMarkup(<Page {...letter} />)}`
  return { id, to, template, subject, replyTo, headers, attachments, payload, unverified, html }
}
