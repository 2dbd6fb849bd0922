/** A page of one sentence that needs nothing: no script, no style, no database. The words are ours and are not escaped. */
export function plainPage(status: number, title: string, sentence: string): Response {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><h1>${title}</h1><p>${sentence}</p></body></html>\n`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
  }
  return new Response(html, { status, headers })
}
