import { Form, Link } from 'react-router'
import { answerForm } from '#app/features/back-office/answer-form.server.ts'
import { CodeFields } from '#app/features/back-office/codes/code-fields.tsx'
import { answerCodeForm, getCodesPage } from '#app/features/back-office/codes/codes.server.ts'
import { CODE_STATES, codeTerms, type ShownCode } from '#app/features/back-office/codes/codes.ts'
import { FoldedForm, type FormAnswer } from '#app/features/back-office/folded-form.tsx'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { countOf } from '#app/shared/words.ts'
import type { Route } from './+types/codes.ts'
import '#app/ui/change-form.css'
import '#app/features/back-office/codes/codes.css'

const PATH = '/admin/codes'

export async function loader({ context }: Route.LoaderArgs) {
  return getCodesPage(context.get(servicesContext))
}

/** Every form of the page posts its `intent`. */
export async function action({ request, context }: Route.ActionArgs) {
  const { by, form } = await readOperatorForm(request, context)
  const services = context.get(servicesContext)
  return answerForm(services, PATH, await answerCodeForm(services, { form, by }))
}

/** Also after a refusal: somebody else may have changed a code. */
export const shouldRevalidate = () => true

export const handle: AdminHandle = { title: 'Promo codes' }

export default function Codes({ loaderData, actionData }: Route.ComponentProps) {
  const { codes, homes } = loaderData
  const answer = actionData ?? null
  return (
    <>
      <h1>Promo codes</h1>
      <FoldedForm
        intent="code"
        summary="Add a code"
        anchor="add-code"
        save="Add the code"
        version={codes[0]?.code}
        answer={answer}
      >
        {(fill) => <CodeFields code={null} homes={homes} fill={fill} />}
      </FoldedForm>
      {codes.length === 0 && <p className="text-muted">There are no codes yet.</p>}
      <ul className="code-list">
        {codes.map((code) => (
          <Code key={code.code} code={code} homes={homes} answer={answer} />
        ))}
      </ul>
    </>
  )
}

type CodeProps = { code: ShownCode; homes: { slug: string; name: string }[]; answer: FormAnswer | null }

function Code({ code: shown, homes, answer }: CodeProps) {
  const { code, off, state, uses, useLimit, bookings, revenue, version, propertySlug } = shown
  return (
    <li data-state={state}>
      <h2>
        {code} <small>{CODE_STATES[state]}</small>
      </h2>
      <p>
        {off} off the nights <span className="admin-detail">{codeTerms(shown).join(' · ')}</span>
      </p>
      <p>
        {useLimit === null ? countOf(uses, 'use') : `${uses} of ${countOf(useLimit, 'use')}`}
        <span className="admin-detail">
          {bookings === 0
            ? 'No confirmed booking yet'
            : `${countOf(bookings, 'confirmed booking')}, ${formatMoney(revenue)} in all`}
        </span>
      </p>
      {state !== 'ended' && (
        <>
          <FoldedForm intent="code" id={code} version={version} summary={`Change ${code}`} answer={answer}>
            {(fill) => <CodeFields code={shown} homes={homes} fill={fill} />}
          </FoldedForm>
          <Form method="post" preventScrollReset className="item-button">
            <input type="hidden" name="intent" value="end-code" />
            <input type="hidden" name="code" value={code} />
            <button type="submit" aria-label={`End ${code}`}>
              End
            </button>
          </Form>
          {propertySlug && (
            <p className="admin-contact">
              <Link to={`/property/${propertySlug}?promo=${code}`} reloadDocument>
                The home’s page with this code
              </Link>
            </p>
          )}
        </>
      )}
    </li>
  )
}
