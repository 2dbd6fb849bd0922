import type Uppy from '@uppy/core'

/** A choice to make for each image before it is uploaded. */
export type UploadField = { id: string; name: string; choices: { value: string; label: string }[] }

/** The description and choices of an image. */
export type UploadMeta = Record<string, string | undefined>

export function answersOf(meta: UploadMeta, questions: readonly UploadField[]): Record<string, string> {
  return Object.fromEntries(questions.flatMap(({ id }) => (meta[id] ? [[id, meta[id]]] : [])))
}

/** Applies the choice for one image to all others without a choice. A question with a single option is answered from the start. */
export function fillInAnswers<Answer extends Record<string, unknown>>(
  uploads: Uppy<UploadMeta, Answer>,
  questions: readonly UploadField[],
): void {
  const single = questions.filter(({ choices }) => choices.length === 1)
  let last: Record<string, string> = Object.fromEntries(single.map(({ id, choices }) => [id, choices[0]?.value ?? '']))
  const fill = (id: string, meta: UploadMeta) => {
    const answers = { ...last, ...answersOf(meta, questions) }
    uploads.setFileMeta(id, answers)
    // Uppy checks for missing fields again only in the edited image.
    if (questions.every((question) => answers[question.id])) {
      uploads.setFileState(id, { missingRequiredMetaFields: [], error: null })
    }
  }
  uploads.on('file-added', ({ id, meta }) => fill(id, meta))
  uploads.on('dashboard:file-edit-complete', (edited) => {
    if (!edited) return
    last = { ...last, ...answersOf(edited.meta, questions) }
    for (const { id, meta, progress } of uploads.getFiles()) if (!progress.uploadStarted) fill(id, meta)
  })
}
