import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createContext, type RouterContextProvider } from 'react-router'
import { type FormRefusal, refusalResponse } from './form-action.server.ts'

/** Set by the action of a page whose form could not be stored because the database is unavailable. */
const retryPageContext = createContext<RetryForm | null>(null)

/**
 * The form to resend: its target, title and field labels. A field without a label is sent as a hidden field. `fields`
 * come first, such as a password to enter.
 */
type RetryForm = {
  action: string
  title: string
  button: string
  labels: Record<string, string>
  fields?: ReactNode
  /** Values as pairs keep a name that was sent more than once. */
  refused: Pick<FormRefusal, 'status' | 'message'> & { values: Record<string, string> | [string, string][] }
}

function RetryPage({ stylesheet, form }: { stylesheet: string; form: RetryForm }) {
  const { action, title, button, labels, fields, refused } = form
  const { values } = refused
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <main>
          <div className="page-head on-night">
            <div className="band page-head-band">
              <h1 className="heading-hero">{title}</h1>
              <p role="alert" className="measure text-lg text-muted">
                {refused.message}
              </p>
            </div>
          </div>
          <div className="band page-columns">
            <form method="post" action={action} noValidate className="flex max-w-2xl flex-col gap-5">
              {fields}
              {(Array.isArray(values) ? values : Object.entries(values)).map(([name, value]) => (
                <RetryField key={name + value} name={name} value={value} label={labels[name]} />
              ))}
              <div>
                <button type="submit" className="button button-ember">
                  {button}
                </button>
              </div>
            </form>
          </div>
        </main>
      </body>
    </html>
  )
}

function RetryField({ name, value, label }: { name: string; value: string; label: string | undefined }) {
  if (label === undefined || value === '') return <input type="hidden" name={name} value={value} readOnly />
  const rows = Math.min(12, value.split('\n').length + Math.floor(value.length / 80))
  const shared = { id: name, name, defaultValue: value, className: 'field-control' }
  return (
    <div className="field">
      <label className="field-label" htmlFor={name}>
        {label}
      </label>
      {rows > 1 ? <textarea {...shared} rows={rows} /> : <input {...shared} />}
    </div>
  )
}

type Middleware = (
  args: { context: Readonly<RouterContextProvider> },
  next: () => Promise<unknown>,
) => Promise<Response | undefined>

/** The answer of a page's action to a refused form. While the database is unavailable, `retry` replaces the page. */
export function answerRefusal<Refused extends FormRefusal>(
  context: Readonly<RouterContextProvider>,
  refused: Refused,
  retry: Omit<RetryForm, 'refused'>,
) {
  if (refused.status === 503) context.set(retryPageContext, { ...retry, refused })
  return refusalResponse(refused)
}

/**
 * Replaces a page whose form could not be stored, since the page itself needs the unavailable database. The submitted
 * values are in a form that sends them again; no script is needed.
 */
export function answerWithRetryPage(stylesheet: string): Middleware {
  return async ({ context }, next) => {
    const response = (await next()) as Response
    const form = context.get(retryPageContext)
    if (!form) return response
    return retryPage(stylesheet, form)
  }
}

/** The page of a form that could not be stored. */
export function retryPage(stylesheet: string, form: RetryForm): Response {
  const html = `<!doctype html>${renderToStaticMarkup(<RetryPage stylesheet={stylesheet} form={form} />)}`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  const { status } = form.refused
  return new Response(html, { status, headers: { ...headers, ...(status === 503 && { 'retry-after': '5' }) } })
}
