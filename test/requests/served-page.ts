import { DomUtils, parseDocument } from 'htmlparser2'

type Tag = ReturnType<typeof DomUtils.getElementsByTagName>[number]
type Words = string | RegExp

/** A control of a form, as it was served. */
export type ServedField = {
  name: string
  /** Its label, or the name that is spoken for it. */
  label: string
  /** The type of an input, `select` or `textarea`. */
  kind: string
  value: string
  /** Whether it is sent: boxes and radio buttons only if they are checked. */
  isSent: boolean
  /** The values of a choice. */
  options: string[]
  /** Its error and its hint. */
  described: string
}

/** A button that sends the form. */
type ServedButton = {
  label: string
  name: string
  value: string
  /** Its own, if it sends the form elsewhere or in another way. */
  action: string | null
  method: string | null
  isOff: boolean
}

export type ServedForm = {
  /** The address and the method of the form. */
  action: string
  method: 'get' | 'post'
  isMultipart: boolean
  fields: ServedField[]
  buttons: ServedButton[]
  /** All words in it. */
  text: string
  /** The names of what it stands in: ids, headings and summaries of sections, from the inside out. */
  places: string[]
}

/** A page as a browser without script has it. */
export type ServedPage = {
  status: number
  /** Its address, after redirects. */
  url: URL
  headers: Headers
  html: string
  title: string
  /** All words between the tags of its body. */
  text: string
  /** The words of each heading. */
  headings: string[]
  /** Texts that are announced at once: alerts and states. */
  notes: string[]
  links: { label: string; href: string }[]
  forms: ServedForm[]
}

const attribute = (tag: Tag, name: string) => DomUtils.getAttributeValue(tag, name)
const words = (node: Tag | Tag[]) => DomUtils.innerText(node).replace(/\s+/g, ' ').trim()
const isTag = (...names: string[]) => {
  return (tag: Tag) => names.includes(tag.name)
}

export function readServedPage({
  html,
  ...answer
}: Pick<ServedPage, 'status' | 'url' | 'headers' | 'html'>): ServedPage {
  const document = parseDocument(html)
  const all = DomUtils.findAll(() => true, document.children)
  const tags = { all, byId: firstBy(all, 'id'), labels: firstBy(all.filter(isTag('label')), 'for') }
  const notes = all.filter((tag) => ['alert', 'status'].includes(attribute(tag, 'role') ?? ''))
  return {
    ...answer,
    html,
    title: words(all.filter(isTag('title')).slice(0, 1)),
    text: words(all.filter(isTag('body'))),
    headings: all.filter(isTag('h1', 'h2', 'h3', 'h4')).map((tag) => words(tag)),
    notes: notes.map((tag) => words(tag)).filter(Boolean),
    links: all.filter(isTag('a')).map((tag) => ({ label: nameOf(tag, tags), href: attribute(tag, 'href') ?? '' })),
    forms: all.filter(isTag('form')).map((form) => readForm(form, tags, answer.url)),
  }
}

/** All tags of a page, and where to find some of them. */
type Tags = { all: Tag[]; byId: Map<string, Tag>; labels: Map<string, Tag> }

/** The first tag with each value of the attribute. */
function firstBy(all: Tag[], name: string): Map<string, Tag> {
  return new Map(all.toReversed().map((tag) => [attribute(tag, name) ?? '', tag]))
}

const wordsOfIds = (ids: string | undefined, { byId }: Tags) =>
  words((ids ?? '').split(' ').flatMap((id) => (id && byId.get(id)) || []))

function readForm(form: Tag, tags: Tags, url: URL): ServedForm {
  const id = attribute(form, 'id')
  const own = new Set(DomUtils.findAll(() => true, form.children))
  const controls = tags.all.filter((tag) => {
    const owner = attribute(tag, 'form')
    return isTag('input', 'select', 'textarea', 'button')(tag) && (owner === undefined ? own.has(tag) : owner === id)
  })
  const isButton = (tag: Tag) =>
    tag.name === 'button' ? (attribute(tag, 'type') ?? 'submit') === 'submit' : attribute(tag, 'type') === 'submit'
  return {
    action: new URL(attribute(form, 'action') || url.href, url).href,
    method: attribute(form, 'method')?.toLowerCase() === 'post' ? 'post' : 'get',
    isMultipart: attribute(form, 'enctype') === 'multipart/form-data',
    fields: controls
      .filter((tag) => tag.name !== 'button' && !isButton(tag) && attribute(tag, 'name'))
      .map((tag) => readField(tag, tags)),
    buttons: controls.filter(isButton).map((tag) => ({
      label: tag.name === 'button' ? nameOf(tag, tags) : (attribute(tag, 'value') ?? ''),
      name: attribute(tag, 'name') ?? '',
      value: attribute(tag, 'value') ?? '',
      action: attribute(tag, 'formaction') ?? null,
      method: attribute(tag, 'formmethod')?.toLowerCase() ?? null,
      isOff: attribute(tag, 'disabled') !== undefined || attribute(tag, 'aria-disabled') === 'true',
    })),
    text: words(form),
    places: placesOf(form, tags),
  }
}

function readField(tag: Tag, tags: Tags): ServedField {
  const kind = tag.name === 'input' ? (attribute(tag, 'type') ?? 'text') : tag.name
  const isBox = kind === 'checkbox' || kind === 'radio'
  const options = DomUtils.findAll(isTag('option'), tag.children)
  const chosen = options.find((one) => attribute(one, 'selected') !== undefined) ?? options[0]
  const optionValue = (option: Tag | undefined) => (option ? (attribute(option, 'value') ?? words(option)) : '')
  const isOn = attribute(tag, 'disabled') === undefined && (!isBox || attribute(tag, 'checked') !== undefined)
  return {
    name: attribute(tag, 'name') ?? '',
    label: nameOf(tag, tags),
    kind,
    value: readValue(),
    isSent: isOn && (kind !== 'select' || options.length > 0),
    options: options.map(optionValue),
    described: wordsOfIds(attribute(tag, 'aria-describedby'), tags),
  }
  function readValue() {
    if (kind === 'select') return optionValue(chosen)
    // The parser leaves its entities as they are. A browser leaves out the line break right after the tag.
    if (kind === 'textarea') return DomUtils.textContent(parseDocument(DomUtils.textContent(tag))).replace(/^\r?\n/, '')
    return attribute(tag, 'value') ?? (isBox ? 'on' : '')
  }
}

/** The name by which a control or link is spoken. */
function nameOf(tag: Tag, tags: Tags): string {
  const labelled = attribute(tag, 'aria-labelledby')
  if (labelled !== undefined) return wordsOfIds(labelled, tags)
  const spoken = attribute(tag, 'aria-label')
  if (spoken) return spoken
  if (isTag('a', 'button')(tag)) return words(tag)
  const id = attribute(tag, 'id')
  const outside = id && tags.labels.get(id)
  const around = ancestorsOf(tag).find(isTag('label'))
  const label = outside || around
  if (!label) return ''
  // A picture can be a label, too.
  const pictures = DomUtils.findAll(isTag('img'), label.children).map((image) => attribute(image, 'alt') ?? '')
  return words(label) || pictures.join(' ')
}

function ancestorsOf(tag: Tag): Tag[] {
  const found: Tag[] = []
  for (let above = tag.parent; above; above = above.parent) if ('name' in above) found.push(above)
  return found
}

function placesOf(form: Tag, tags: Tags): string[] {
  return [form, ...ancestorsOf(form)].flatMap((tag) => {
    const heading = isTag('section', 'article', 'details', 'li', 'fieldset', 'tr', 'dialog')(tag)
      ? DomUtils.findOne(isTag('h2', 'h3', 'h4', 'summary', 'legend'), tag.children)
      : null
    return [attribute(tag, 'id'), nameOfPlace(tag, tags), heading && words(heading)].filter(
      (name) => !!name,
    ) as string[]
  })
}

const nameOfPlace = (tag: Tag, tags: Tags) =>
  attribute(tag, 'aria-label') || attribute(tag, 'aria-labelledby') ? nameOf(tag, tags) : ''

const matches = (text: string, wanted: Words) => (typeof wanted === 'string' ? text === wanted : wanted.test(text))

/** Which form of the page is meant: by a button of it, and by its place. `at` is its number from 0. */
export type FormSearch = { button: Words; within?: Words; at?: number }

/** The one form with this button. Of several, `within` chooses one: an id, a heading or a summary above it. */
export function formOf(page: ServedPage, search: FormSearch): ServedForm {
  const { button, within, at } = search
  const found = page.forms.filter(
    ({ buttons, places }) =>
      buttons.some(({ label }) => matches(label, button)) &&
      (within === undefined || places.some((place) => matches(place, within))),
  )
  const form = found[at ?? 0]
  // A page has some forms twice, such as signing out.
  const isOne = new Set(found.map(({ action, fields }) => JSON.stringify([action, fields]))).size === 1
  if (form && (isOne || at !== undefined)) return form
  const seen = page.forms.map(({ buttons, places }) => `${buttons.map(({ label }) => label)} in ${places.join(' < ')}`)
  const meant = `${button}${within === undefined ? '' : ` in ${within}`}`
  throw new Error(
    `${found.length} forms of ${page.url.pathname} (${page.status}) have the button ${meant}. It has:\n${seen.join('\n')}`,
  )
}

/** The field with this label or name. Of boxes with one name, the label decides. */
export function fieldOf(form: ServedForm, wanted: Words): ServedField {
  const found = form.fields.find(({ label, name }) => matches(label, wanted) || name === wanted)
  if (found) return found
  const known = form.fields.map(({ label, name }) => `${name} (${label})`)
  throw new Error(`The form has no field ${wanted}. It has ${known.join(', ')}.`)
}

/** The input, by the label or name of each field. Boxes are true or false. */
export type Typed = Record<string, string | boolean | string[] | File | File[]>

/** The fields that a browser sends when the button is pressed. */
export function sentBy(form: ServedForm, button: Words, typed: Typed = {}): FormData {
  const fields = structuredClone(form.fields)
  const files = new Map<ServedField, File[]>()
  for (const [wanted, what] of Object.entries(typed)) {
    const alike = fields.filter(({ name }) => name === wanted)
    const field = fieldOf({ ...form, fields }, wanted)
    if (what instanceof File || (Array.isArray(what) && what[0] instanceof File))
      files.set(field, [what].flat() as File[])
    else if (typeof what === 'boolean') check(field, fields, what)
    else if (field.kind === 'radio' || Array.isArray(what)) choose(alike, [what].flat() as string[])
    else field.value = chosen(field, what as string)
  }
  const body = new FormData()
  for (const field of fields) {
    if (field.kind === 'file') for (const file of files.get(field) ?? [new File([], '')]) body.append(field.name, file)
    else if (field.isSent) body.append(field.name, field.value.replaceAll(/\r?\n/g, '\r\n'))
  }
  const pressed = buttonOf(form, button)
  if (pressed.name) body.append(pressed.name, pressed.value)
  return body
}

export function buttonOf({ buttons }: ServedForm, wanted: Words): ServedButton {
  const found = buttons.find(({ label }) => matches(label, wanted))
  if (!found || found.isOff) throw new Error(`${wanted} cannot be pressed.`)
  return found
}

function check(box: ServedField, fields: ServedField[], isOn: boolean) {
  // Of radio buttons, one is on.
  if (box.kind === 'radio' && isOn) for (const other of fields) if (other.name === box.name) other.isSent = false
  box.isSent = isOn
}

function choose(alike: ServedField[], values: string[]) {
  const missing = values.filter((value) => alike.every((box) => box.value !== value))
  if (missing.length > 0) throw new Error(`No box of ${alike[0]?.name} has the value ${missing}.`)
  for (const box of alike) box.isSent = values.includes(box.value)
}

/** A browser sends only what a choice offers. */
function chosen({ kind, name, options }: ServedField, value: string): string {
  if (kind === 'select' && !options.includes(value))
    throw new Error(`${name} does not offer ${value}, only ${options}.`)
  return value
}
