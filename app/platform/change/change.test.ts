import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { refuse } from '#app/shared/refusal.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { testServices } from '#test/factories.ts'
import { operatorContext } from '../http/operator-access.server.ts'
import { servicesContext } from '../http/page-context.server.ts'
import { type Change, changeAction } from './change.server.ts'

const form = z.object({ name: z.string().min(1, 'Please enter the name'), rooms: z.array(z.string()).optional() })
const by = { ...UNNAMED, name: 'mia' }

describeWithDatabase('the change that a form posts', (database) => {
  const services = () => testServices(database())
  const change = (run: Change<typeof form>['run']): Change<typeof form> => ({
    form,
    scope: 'stays:write',
    run,
    unnamed: 'A test.',
  })
  const done = change(async (_, { name }) => ({ ok: true, id: name }))

  async function act(fields: [string, string][], changes: Record<string, Change<typeof form, string>> = { done }) {
    const body = new URLSearchParams(fields)
    const url = new URL('http://site.example/admin/homes?view=all')
    const context = new RouterContextProvider()
    context.set(servicesContext, services())
    context.set(operatorContext, by)
    const request = new Request(url, { method: 'POST', body })
    return changeAction({ request, url, context, params: {} }, changes).catch((thrown) => thrown)
  }

  test('leads back to the page, which names what was done', async () => {
    const answer = await act([
      ['intent', 'done'],
      ['name', 'x1'],
    ])
    expect(answer).toMatchObject({ status: 303 })
    expect(answer.headers.get('location')).toBe('/admin/homes?changed=x1')
  })

  test('is refused if the page has no such form, or a list that is far too long', async () => {
    for (const intent of ['', 'none', 'constructor', '__proto__']) {
      expect(
        await act([
          ['intent', intent],
          ['name', 'x'],
        ]),
        intent,
      ).toMatchObject({ init: { status: 400 } })
    }
    const lists = [
      'x',
      '5',
      '{"type":"insert","payload":{"name":"name"}}',
      '{"type":"insert","payload":{"name":"a[9999]"}}',
    ]
    for (const button of lists) {
      const fields: [string, string][] = [
        ['intent', 'done'],
        ['name', 'x'],
        ['__intent__', button],
      ]
      expect(await act(fields), button).toMatchObject({ init: { status: 400 } })
    }
    const endless: [string, string][] = [
      ['intent', 'done'],
      ['name', 'x'],
      ['rooms[4294967294]', 'x'],
    ]
    expect(await act(endless)).toMatchObject({ init: { status: 400 } })
    expect(
      await act([
        ['intent', 'done'],
        ['name', 'x'],
        ['__state__', '{'],
      ]),
    ).toMatchObject({ init: { status: 400 } })
  })

  test('keeps what was typed, with what is wrong beside its field', async () => {
    const answer = await act([
      ['intent', 'done'],
      ['id', '7'],
      ['name', ''],
      ['rooms[0]', 'Bunk room'],
    ])
    expect(answer.init).toEqual({ status: 400 })
    expect(answer.data).toMatchObject({
      intent: 'done',
      id: '7',
      result: {
        initialValue: { rooms: ['Bunk room'] },
        error: { '': ['Please check the highlighted fields.'], name: ['Please enter the name'] },
      },
    })
  })

  test('is not made while an item is added to a list, removed from it, or moved', async () => {
    const intent = JSON.stringify({ type: 'insert', payload: { name: 'rooms', defaultValue: 'Loft' } })
    const answer = await act([
      ['intent', 'done'],
      ['name', 'x'],
      ['rooms[0]', 'Bunk room'],
      ['__intent__', intent],
    ])
    expect(answer.init).toEqual({ status: 200 })
    expect(answer.data.result.initialValue.rooms).toEqual(['Bunk room', 'Loft'])
  })

  test('shows what stands beside the form with each answer that keeps it', async () => {
    const beside: Change<typeof form, string>['beside'] = async (_, read) => `for ${read('name')}, ${read('none')}`
    const refuses: Change<typeof form, string> = {
      unnamed: 'a test',
      form,
      scope: 'stays:write',
      beside,
      run: async () => refuse('refused', 'Taken.'),
    }
    const post = (fields: Record<string, string>) => postChange(refuses, { services: services(), by }, fields)
    expect(await post({ name: 'x' })).toMatchObject({ status: 409, answer: { preview: 'for x, null' } })
    expect(await post({ name: '' })).toMatchObject({ status: 400, answer: { preview: 'for , null' } })
    // Asked for that alone, nothing is wrong with what is not typed yet.
    const asked = await post({ name: '', preview: 'yes' })
    expect(asked).toMatchObject({ status: 200, fields: {}, answer: { preview: 'for , null' } })
    expect(asked).not.toHaveProperty('answer.result.error')
  })

  test('says what it asks, what it shows this once, and that the database is away', async () => {
    const asks = change(async ({ isConfirmed }) =>
      isConfirmed ? { ok: true } : { ...refuse('refused', ''), asks: ['It shares 3 nights with Winter.'] },
    )
    expect(
      await act(
        [
          ['intent', 'asks'],
          ['name', 'x'],
        ],
        { asks },
      ),
    ).toMatchObject({
      init: { status: 409 },
      data: { asks: ['It shares 3 nights with Winter.'], result: { initialValue: { name: 'x' } } },
    })
    expect(
      await act(
        [
          ['intent', 'asks'],
          ['name', 'x'],
          ['confirmed', 'yes'],
        ],
        { asks },
      ),
    ).toMatchObject({ status: 303 })
    const makes: Change<typeof form, string> = { ...done, run: async () => ({ ok: true as const, shown: 'secret' }) }
    expect(
      await act(
        [
          ['intent', 'makes'],
          ['name', 'x'],
        ],
        { makes },
      ),
    ).toMatchObject({ data: { shown: 'secret' } })
    const told = change(async () => ({ ok: true, id: 'record', message: '3 events.', undo: { confirms: false } }))
    expect(
      await act(
        [
          ['intent', 'told'],
          ['name', 'x'],
        ],
        { told },
      ),
    ).toMatchObject({ data: { message: '3 events.', undo: { id: 'record', confirms: false } } })
    const away = change(() => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })))
    expect(await postChange(away, { services: services(), by }, { name: 'x' })).toMatchObject({
      status: 503,
      message: expect.stringContaining('Nothing you typed is lost'),
    })
  })
})
