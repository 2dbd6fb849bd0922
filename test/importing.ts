import { importChanges } from '#app/features/import/import.changes.server.ts'
import { fileUploadChanges } from '#app/features/import/import-file.changes.server.ts'
import { getImportPage } from '#app/features/import/import-page.server.ts'
import { runChange } from '#app/platform/change/change.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { postChange } from './changes/post-change.ts'

const by = { ...UNNAMED, name: 'mia' }

/** The headings of Airbnb's own file. */
export const AIRBNB = 'Confirmation code,Status,Guest name,Contact,# of adults,Start date,End date,Listing,Earnings'

/** Uploads files of bookings of the cabin and imports them, as their page does. */
export function importing(services: () => Services) {
  async function look(...lines: string[]) {
    const form = new FormData()
    form.append('kind', 'bookings')
    form.append('property', 'cabin')
    form.append('file', new File([lines.join('\n')], 'file.csv', { type: 'text/csv' }))
    const outcome = await runChange(fileUploadChanges.upload, { services: services(), by, form })
    const id = (outcome.ok && outcome.to?.split('/').at(-1)) || ''
    const page = await getImportPage(services(), id)
    if (!page) throw new Error('the file is gone')
    return { id, page, preview: page.bookings }
  }
  async function bring(...lines: string[]) {
    const { id, preview } = await look(...lines)
    const params = { file: id }
    return postChange(importChanges.bookings, { services: services(), by, params }, { seen: preview?.seen ?? '' })
  }
  /** Presses the buttons of those lines of a file, at once. */
  async function follow(id: string, lines: number[]) {
    const page = await getImportPage(services(), id)
    const rows = page?.bookings?.changed.rows.filter(({ line }) => lines.includes(line)) ?? []
    const seen = rows.map((row) => row.seen)
    return {
      seen,
      press: () => postChange(importChanges.follow, { services: services(), by, params: { file: id } }, { seen }),
    }
  }
  return { look, bring, follow }
}
