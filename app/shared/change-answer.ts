import type { SubmissionResult } from '@conform-to/react'
import type { $ZodType, input } from 'zod/v4/core'

/** The answer of a page of the back office to the form that was posted to it. */
export type ChangeAnswer<Preview = never> = {
  intent: string
  /** The id of an item in a list; empty for a new one. */
  id: string
  /** The instant of the answer, so that a second answer fills the form again. */
  at: string
  /** The input, and the messages of its fields. */
  result: SubmissionResult
  /** Questions to confirm before it is saved. */
  asks: string[]
  /** A preview of the change. */
  preview?: Preview
  /** A message, if there is more to say than History has. */
  message?: string
  /** The id in History by which the change can be undone. */
  undo?: { id: string; confirms: boolean }
  /** A value that is shown once, such as a new link. */
  shown?: Preview
}

/** The first message of each field that is wrong. */
export const fieldErrors = (answer: ChangeAnswer<unknown> | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answer?.result.error ?? {}).flatMap(([name, messages]) =>
      name && messages?.[0] ? [[name, messages[0]]] : [],
    ),
  )

/** The changes of a page, by the `intent` that their forms post. */
export type ChangeForms = Record<string, { form: $ZodType }>

/** The fields that the form of a change posts. */
export type FormInput<All extends ChangeForms, Intent extends keyof All> =
  input<All[Intent]['form']> extends infer Input extends Record<string, unknown> ? Input : never

/** The field of a form whose change cannot be undone: its operator has entered the password within 15 minutes. */
export const CONFIRM = 'confirm'
