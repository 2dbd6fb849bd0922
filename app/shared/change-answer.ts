import type { SubmissionResult } from '@conform-to/react'
import type { $ZodType, input } from 'zod/v4/core'

/** What a page of the back office says about the form that was posted to it. */
export type ChangeAnswer<Preview = never> = {
  intent: string
  /** Of one of a list; empty for a new one. */
  id: string
  /** When it was answered, so that a second answer fills the form anew. */
  at: string
  /** What was typed, and what is wrong with it. */
  result: SubmissionResult
  /** What to read before it is saved anyway. */
  asks: string[]
  /** What would change. */
  preview?: Preview
  /** What was done, where there is more to say than History has. */
  message?: string
  /** How what was done is taken back, by its id in History. */
  undo?: { id: string; confirms: boolean }
  /** What is shown this once, such as a new link. */
  shown?: Preview
}

/** The first message of each field that is wrong. */
export const fieldErrors = (answer: ChangeAnswer<unknown> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answer?.result.error ?? {}).flatMap(([name, messages]) =>
      name && messages?.[0] ? [[name, messages[0]]] : [],
    ),
  )

/** The changes that a page takes, by the `intent` that their forms post. */
export type ChangeForms = Record<string, { form: $ZodType }>

/** What the form of a change posts. */
export type FormInput<All extends ChangeForms, Intent extends keyof All> =
  input<All[Intent]['form']> extends infer Input extends Record<string, unknown> ? Input : never

/** The field of a form whose change cannot be undone: its operator has given the password within 15 minutes. */
export const CONFIRM = 'confirm'
