import { z } from 'zod'
import { versionOf } from '#app/platform/change/version.server.ts'
import { type FieldReader, formSchema } from '#app/platform/http/form-fields.server.ts'
import { lineInput, optionalLine, optionalPhone, optionalText, textInput } from '#app/shared/typed-input.ts'
import { type ContentForm, invalid } from './content-form.server.ts'
import type { Question } from './property-content.ts'

/** Once an operator has seen and saved it, it is no sample. The photo has a form of its own. */
export const hostForm = formSchema((read): ContentForm => {
  const typed = {
    firstName: read.field('firstName', optionalLine({ max: 40, tooLong: 'Please keep the name to 40 characters' })),
    about: read.field('about', optionalText({ max: 400, tooLong: 'Please keep this to 400 characters' })),
    phone: read.field('phone', optionalPhone()),
    text: read.field('text', optionalPhone()),
  }
  return {
    part: 'host',
    isVersioned: true,
    edit: ({ host: { photo } }) => ({ ok: true, value: { ...typed, photo } }),
  }
})

export const photoRemoval = formSchema(
  (): ContentForm => ({
    part: 'host',
    isVersioned: true,
    edit: ({ host: { photo: _, ...host } }) => ({ ok: true, value: host }),
  }),
)

const QUESTION = {
  min: 3,
  max: 200,
  tooShort: 'Please enter a question',
  tooLong: 'Please keep the question to 200 characters',
}
const ANSWER = {
  min: 1,
  max: 2000,
  tooShort: 'Please enter the answer',
  tooLong: 'Please keep the answer to 2,000 characters',
}
const MOST_QUESTIONS = 50

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const GONE = 'Somebody removed or renamed this question while you were typing. Yours is in the form: save it to add it.'

/** A question is known by its words, `id`. Of two who change one, the second sees the other's answer. */
export const questionForm = formSchema((read): ContentForm => {
  const { id, version = '' } = read.texts
  const typed = {
    question: read.field('question', lineInput(QUESTION)),
    answer: read.field('answer', textInput(ANSWER)),
  }
  return {
    part: 'questions',
    isVersioned: false,
    edit: ({ questions }) => withQuestion(questions, { id, version, typed }),
  }
})

type Typed = { id: string | undefined; version: string; typed: Question }

function withQuestion(questions: readonly Question[], { id, version, typed }: Typed) {
  const stored = questions.find(({ question }) => question === id)
  const twin = questions.find((other) => other !== stored && isSame(other.question, typed.question))
  const isThere = twin !== undefined && twin.answer === typed.answer
  // Pressed twice, the second is like the first.
  if (isThere && !stored) return { ok: true as const, value: [...questions] }
  if (twin) return invalid('', { question: 'This question is there already' })
  if (id && !stored) return invalid(GONE, undefined, 409)
  if (stored && versionOf(stored) !== version) {
    const theirs = `It says now: ${stored.answer}`
    const message = `Somebody changed this answer while you were typing. ${theirs}\nYours is still in the form: save it again to replace theirs.`
    return invalid(message, undefined, 409)
  }
  const value = stored ? questions.map((other) => (other === stored ? typed : other)) : [...questions, typed]
  if (value.length > MOST_QUESTIONS)
    return invalid(`There can be ${MOST_QUESTIONS} questions. Please remove one first.`)
  return { ok: true as const, value }
}

const idOf = (read: FieldReader) => read.field('id', z.string().min(1))

export const questionRemoval = formSchema((read): ContentForm => {
  const id = idOf(read)
  const edit: Extract<ContentForm, { part: 'questions' }>['edit'] = ({ questions }) => {
    return { ok: true, value: questions.filter(({ question }) => question !== id) }
  }
  return { part: 'questions', isVersioned: false, edit }
})

/** Moves a question up or down by one. */
export const questionMove = formSchema((read): ContentForm => {
  const id = idOf(read)
  const by = read.field('to', z.enum(['up', 'down'])) === 'up' ? -1 : 1
  const edit: Extract<ContentForm, { part: 'questions' }>['edit'] = ({ questions }) => {
    const at = questions.findIndex(({ question }) => question === id)
    const [moved, other] = [questions[at], questions[at + by]]
    if (!moved || !other) return { ok: true, value: [...questions] }
    return { ok: true, value: questions.with(at, other).with(at + by, moved) }
  }
  return { part: 'questions', isVersioned: false, edit }
})
