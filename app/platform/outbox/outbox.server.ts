/** A message as it leaves the site. What is secret (links with tokens) stands in `html`, `text` and `headers` alone. */
export type Mail = {
  /** One address. */
  to: string
  /** What it is, for the log: `contact-received`. */
  template: string
  subject: string
  html: string
  text: string
  replyTo?: string
  headers?: Record<string, string>
  attachments?: { filename: string; contentType: string; content: string }[]
  /** Facts for `email_logs`; nothing secret. */
  payload?: Record<string, unknown>
}
