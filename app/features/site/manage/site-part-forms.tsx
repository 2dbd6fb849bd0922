import { type ReactNode, useState } from 'react'
import { IMAGE_ACCEPT } from '#app/features/media/uploads/accepted-images.ts'
import { UPLOAD_REFUSALS, uploadWords } from '#app/features/media/uploads/upload-refusals.ts'
import { messageFor, throwIfNotOk } from '#app/shared/browser/api-client.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { SECTION } from '#app/shared/paths/section-path.ts'
import { UNREACHABLE } from '#app/shared/problem.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { type ImageChoice, ImageChoices } from '#app/ui/form/record-image.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { SITE_PARTS, type SitePart } from './site-parts.ts'

type FormProps = {
  part: SitePart
  value: { value: object; version: string } | undefined
  answer: ChangeAnswer | null
}

/** The places of the parts that are not at the top of their pages. */
const SEEN_AT: Partial<Record<SitePart, string>> = { why: 'why-heading', offer: 'offer-heading', footer: 'letters' }

/** The anchor of a part on its page; empty for the top. */
export const placeOf = (part: SitePart) => SEEN_AT[part] ?? ''

/** The form of a part of the site. */
export const SitePartForm = ({ part, value, answer }: FormProps) => (
  <RecordForm
    intent={part}
    version={value?.version}
    fields={SITE_PARTS[part].fields as RecordFields<object>}
    value={value?.value ?? {}}
    answer={answer}
    previewAt={placeOf(part)}
  />
)

type ImagesProps = {
  /** The page's address. */
  page: string
  images: readonly ImageChoice[]
  children: ReactNode
}

/** The choices of the image fields of a page, and the target of an upload. */
export function SiteImages({ page, images, children }: ImagesProps) {
  const [send] = useState(() => async (file: File) => {
    const body = new FormData()
    body.set('file', file)
    const headers = { accept: 'application/json' }
    try {
      const response = await fetch(`${page}/image`, { method: 'POST', headers, body })
      const { url } = (await (await throwIfNotOk(response)).json()) as { url: string }
      return { ok: true as const, path: url }
    } catch (error) {
      return { ok: false as const, message: messageFor(error, UNREACHABLE) }
    }
  })
  return <ImageChoices value={{ images, send, accept: LOGO_ACCEPT }}>{children}</ImageChoices>
}

/** An SVG is drawn by the server, as the image of a logo. */
const LOGO_ACCEPT = `${IMAGE_ACCEPT},image/svg+xml`

/** A plain form: without script, a file is sent first and then chosen in its field. It leads back to the section. */
export function SendImage({ page, section, refused }: { page: string; section?: string; refused: string | null }) {
  const problem = refused && (uploadWords(refused) ?? UPLOAD_REFUSALS['broken-form'])
  return (
    <noscript>
      <form
        id="images"
        method="post"
        action={`${page}/image${section ? `?${new URLSearchParams({ [SECTION]: section })}` : ''}`}
        encType="multipart/form-data"
        className="admin-form"
      >
        {problem && (
          <p role="alert" className="form-problem">
            {problem}
          </p>
        )}
        <label className="field">
          <span className="field-label">A new image, to choose below</span>
          <input type="file" name="file" accept={LOGO_ACCEPT} required className="field-control" />
        </label>
        <Button type="submit" variant="outline">
          Send the image
        </Button>
      </form>
    </noscript>
  )
}
