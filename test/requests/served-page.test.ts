import { expect, test } from 'vitest'
import { fieldOf, formOf, readServedPage, sentBy } from './served-page.ts'
import { visitorOf } from './visitor.ts'

const HTML = `<title>Codes</title><body><h1>Promo <!-- -->codes</h1>
<p role="status">Saved</p>
<section aria-labelledby="one"><h2 id="one">SNOW10</h2>
  <form method="post" action="/codes?x=1#one"><input type="hidden" name="intent" value="end"><button>End it</button></form>
</section>
<details id="new"><summary>Add a code</summary><form method="post" id="f">
  <label for="code">Code</label><input id="code" name="code" value="A&amp;B" aria-describedby="why"><p id="why">Too short</p>
  <label>Text <textarea name="text">
first</textarea></label>
  <select name="property" aria-label="Home"><option value="">All<option value="cabin" selected>Cabin</select>
  <label><input type="radio" name="kind" value="percent" checked> Percent</label>
  <label><input type="radio" name="kind" value="amount"> Amount</label>
  <label><input type="checkbox" name="once"> Once</label>
  <button type="button">Not sent</button><button name="confirmed" value="yes">Add</button>
</form></details><input form="f" type="hidden" name="key" value="k1">
<form method="get" action="/search"><input name="q" aria-label="Search"><button>Find</button></form>
<form method="post" action="/nights?day=1"><input name="note" aria-label="Note"><button>Save</button>
<noscript><button formmethod="get">Show what will happen</button></noscript></form></body>`

const url = new URL('http://site.example/codes')
const page = readServedPage({ status: 200, url, headers: new Headers(), html: HTML })
const add = () => formOf(page, { button: 'Add', within: 'Add a code' })

test('a served page is read as a browser shows it', () => {
  expect(page).toMatchObject({ title: 'Codes', headings: ['Promo codes', 'SNOW10'], notes: ['Saved'] })
  expect(fieldOf(add(), 'Code')).toMatchObject({ name: 'code', value: 'A&B', described: 'Too short' })
  expect(formOf(page, { button: 'End it', within: 'SNOW10' }).action).toBe('http://site.example/codes?x=1#one')
})

test('a form sends what a browser would, and only what it offers', () => {
  const untouched = [...sentBy(add(), 'Add')]
  expect(untouched).toEqual([
    ['code', 'A&B'],
    ['text', 'first'],
    ['property', 'cabin'],
    ['kind', 'percent'],
    ['key', 'k1'],
    ['confirmed', 'yes'],
  ])
  const typed = sentBy(add(), 'Add', { Code: 'C', Home: '', kind: 'amount', Once: true })
  expect(Object.fromEntries(typed)).toMatchObject({ code: 'C', property: '', kind: 'amount', once: 'on' })
  expect(() => sentBy(add(), 'Add', { Home: 'lodge' })).toThrow('property does not offer lodge')
  expect(() => sentBy(add(), 'Add', { Color: 'red' })).toThrow('no field Color')
  expect(() => sentBy(add(), 'Not sent')).toThrow('cannot be pressed')
})

test('a form that is not there is named with those that are', () => {
  expect(() => formOf(page, { button: 'Remove' })).toThrow(/0 forms of \/codes \(200\) have the button Remove.*End it/s)
})

test('a visitor sends forms with the cookies of the site, and follows where they lead', async () => {
  const asked: string[] = []
  const visitor = visitorOf('http://site.example', async (request) => {
    const { pathname, search } = new URL(request.url)
    const { method, headers } = request
    asked.push(
      `${method} ${pathname}${search} ${headers.get('cookie')} ${headers.get('origin')} ${await request.text()}`,
    )
    const cookies = new Headers({ location: '/codes' })
    for (const cookie of ['a=1; Path=/', pathname === '/search' ? 'b=; Max-Age=0' : 'b=2'])
      cookies.append('set-cookie', cookie)
    return method === 'POST'
      ? new Response(null, { status: 303, headers: cookies })
      : new Response(HTML, { headers: cookies })
  })
  const seen = await visitor.open('/codes?y=1')
  const sent = await visitor.send(seen, { button: 'End it' })
  expect(sent.url.href).toBe('http://site.example/codes')
  await visitor.send(sent, { button: 'Find' }, { Search: 'snow' })
  await visitor.send(sent, { button: 'Show what will happen' }, { Note: 'Plumber' })
  expect(asked).toEqual([
    'GET /codes?y=1 null null ',
    'POST /codes?x=1 a=1; b=2 http://site.example intent=end',
    'GET /codes a=1; b=2 null ',
    'GET /search?q=snow a=1; b=2 null ',
    'GET /nights?note=Plumber a=1 null ',
  ])
})
