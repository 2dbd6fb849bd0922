import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Button } from '#app/ui/button.tsx'
import type { priceChanges } from './price.changes.server.ts'
import type { PricePreview } from './price-preview.ts'

export type PriceChanges = typeof priceChanges
export type PriceAnswer = ChangeAnswer<PricePreview> | null

/** The second button of a form about prices: sample stays show its effect before it is saved. */
export const PREVIEW_BUTTON: ReactNode = (
  <Button type="submit" variant="outline" name="preview" value="yes">
    See what it changes
  </Button>
)

/** The effect of a change on sample stays, before it is stored. */
export function Preview({ preview }: { preview?: PricePreview }) {
  if (!preview) return null
  const changed = preview.rows.filter(({ isChanged }) => isChanged)
  const same = preview.rows.length - changed.length
  return (
    <div role="status" className="price-preview">
      {changed.length === 0 ? (
        <p>None of {preview.rows.length} sample stays changes.</p>
      ) : (
        <table>
          <caption className="pb-2 text-start font-semibold">
            Sample stays for two unless they say otherwise, taxes and fees included
          </caption>
          <thead>
            <tr>
              <th scope="col">Stay</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ name, nights, before, after, difference }) => (
              <tr key={name}>
                <th scope="row">
                  {name} <span className="admin-detail">{nights}</span>
                </th>
                <td>{before}</td>
                <td>
                  {after} <span className="admin-detail">{difference}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="admin-detail">
        {changed.length > 0 && same > 0 && `${same} other sample stays cost the same. `}
        Nothing is saved yet. Stays that are booked keep their price.
      </p>
    </div>
  )
}

/** The common props of the forms of prices: their effect is seen before it is saved. */
export const previewed = (answer: PriceAnswer) => ({
  answer,
  beside: PREVIEW_BUTTON,
  after: (own: PriceAnswer) => <Preview preview={own?.preview} />,
})
