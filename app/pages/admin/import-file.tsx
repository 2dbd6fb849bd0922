import { data, Link } from 'react-router'
import { BookingsPreview } from '#app/features/import/bookings-preview.tsx'
import { ColumnsForm } from '#app/features/import/columns-form.tsx'
import { importChanges } from '#app/features/import/import.changes.server.ts'
import { fileChanges } from '#app/features/import/import-file.changes.server.ts'
import { getImportPage } from '#app/features/import/import-page.server.ts'
import { FILE_GONE } from '#app/features/import/import-page.ts'
import { PricesPreview } from '#app/features/import/prices-preview.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { listOf } from '#app/shared/words.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/import-file.ts'
import '#app/features/import/import.css'
import { Card } from '#app/ui/dashboard/card.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await getImportPage(context.get(servicesContext), params.file)
  return page ?? data(null, { status: 404 })
}

export const action = (args: Route.ActionArgs) => changeAction(args, { ...importChanges, ...fileChanges })

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => (page ? `Import ${page.name}` : 'Import'),
}

export default function ImportFile({ loaderData: page, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  if (!page) return <FileGone />
  const { name, rows, missing, bookings, prices } = page
  return (
    <>
      <PageTop
        title={name}
        crumbs={[{ to: '/admin/import', label: 'Import' }]}
        facts={`${rows}. Nothing is imported yet.`}
      />
      <ChangeNote answer={answer} forms={['columns', 'bookings', 'prices']} />
      {missing.length > 0 && <p className="admin-note">Please choose {listOf(missing)}.</p>}
      {bookings && <BookingsPreview preview={bookings} answer={answer} />}
      {prices && <PricesPreview preview={prices} answer={answer} />}
      <Card title="How the file is read">
        <ColumnsForm page={page} answer={answer} />
      </Card>
      <div className="admin-contact">
        <ChangeButton<typeof fileChanges> intent="discard">Remove this file</ChangeButton>
      </div>
    </>
  )
}

/** The browser's Back leads here after the import, too. */
function FileGone() {
  return (
    <>
      <PageTop title="Import" />
      <p role="alert" className="admin-note">
        {FILE_GONE}
      </p>
      <p>
        <Link className="button button-outline" to="/admin/import">
          Choose a file
        </Link>
      </p>
    </>
  )
}
