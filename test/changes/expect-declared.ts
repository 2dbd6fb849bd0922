import { expect } from 'vitest'
import { type ChangeName, HISTORY } from '#app/features/back-office/changes.server.ts'
import { historyApi } from '#app/features/back-office/history.api.server.ts'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { changeText } from '#app/features/back-office/history.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { accessFor } from '../factories.ts'
import { isRaw, undeclared } from './declared.ts'

/** In History and in its file, all that was recorded is declared, and reads as people say it. */
export async function expectDeclared(services: Services): Promise<void> {
  for (const { action, before, after } of await services.db.select().from(audit)) {
    const { facts } = HISTORY[action as ChangeName]
    if (typeof facts === 'function') continue
    const missing = [before, after].flatMap((value) => undeclared(facts, value))
    expect(missing, action).toEqual([])
  }
  const { entries } = await listHistory(services, historyFilterFromQuery(new URLSearchParams()), UNNAMED)
  const file = await (await historyApi(services, accessFor(true)).request('/admin/history.csv')).text()
  for (const { words, facts } of entries) {
    const said = facts.flatMap(({ name, before, after }) => [name, before, after])
    expect(said.filter(isRaw), words).toEqual([])
    expect(
      facts.map(({ name }) => name).filter((name) => !/^[\p{Lu}\d]/u.test(name)),
      words,
    ).toEqual([])
    for (const { name, before, after } of facts)
      expect(file).toContain(`${name}: ${changeText(before, after)}`.replaceAll('"', '""'))
  }
}
