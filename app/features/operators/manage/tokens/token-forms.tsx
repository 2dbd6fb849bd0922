import { ConfirmField } from '#app/shared/browser/confirm-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { TOKEN_SCOPES } from '#app/shared/roles.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormChecks, FormChoice, FormText } from '#app/ui/form/change-form.tsx'
import type { tokenChanges } from './token.changes.server.ts'
import { type ListedToken, TOKEN_DAYS } from './tokens.ts'

/** The tokens that were made, each with what it may do. */
export function TokenList({ tokens }: { tokens: ListedToken[] }) {
  if (tokens.length === 0) return <p className="text-muted">There are none yet.</p>
  return (
    <ul className="admin-list">
      {tokens.map(({ id, name, scopes, until, hasEnded, lastUsed }) => (
        <li key={id}>
          <p className="admin-task-title">{name}</p>
          <p className="admin-detail">{scopes.join(' · ')}</p>
          <p className="admin-detail">
            {hasEnded ? 'Ended' : 'Works until'} {until} · {lastUsed ? `last used ${lastUsed}` : 'never used'}
          </p>
          <div className="admin-list-actions">
            <ChangeButton<typeof tokenChanges> intent="remove-token" id={id} confirms aria-label={`Remove ${name}`}>
              Remove
            </ChangeButton>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Makes a token. */
export function TokenForm({ formKey, answer }: { formKey: string; answer: ChangeAnswer<string> | null }) {
  return (
    <ChangeForm<typeof tokenChanges, string, 'add-token'>
      intent="add-token"
      stored={{ days: '90' }}
      answer={answer}
      save="Add the token"
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.key.name} value={formKey} />
          <FormText field={fields.name} label="Name" hint="Which program it is for. History says it." required />
          <FormChecks field={fields.scopes} legend="It may" options={Object.entries(TOKEN_SCOPES)} />
          <FormChoice field={fields.days} legend="It works for" options={Object.entries(TOKEN_DAYS)} />
          <ConfirmField />
        </>
      )}
    </ChangeForm>
  )
}
