import { generate } from 'otplib'
import { startLiveSite } from '../live-site.ts'
import { linkIn, mailTo } from '../mailbox.ts'
import { test } from '../page.ts'
import { ENGINES, visitWith } from './engines.ts'
import { engineOf } from './start-engine.ts'
import type { Visitor } from './visitor.ts'

const MIA = { name: 'mia', password: 'ten lit windows' }
const MARIA = { name: 'maria', email: 'maria@example.com', password: 'a long walk in the snow' }
const OTHER_PASSWORD = 'another walk in the snow'
const STEP_SECONDS = 30

/** A form that asks for more, which Chromium logs. */
const EXPECTED = /status of 400/

/** Types into fields that follow each other, and sends them, with the keyboard. */
async function fill(visitor: Visitor, first: string, ...texts: string[]) {
  await visitor.hydrated()
  await visitor.click('input', first)
  for (const [at, text] of texts.entries()) {
    if (at > 0) await visitor.press('Tab')
    await visitor.type(text)
  }
  await visitor.press('Enter')
}

/** The code that the app shows at the first of its steps that was not used. */
const codeOf = (secret: string, step: number) => generate({ secret, epoch: Date.now() / 1000 + step * STEP_SECONDS })

async function signIn(visitor: Visitor, { name, password }: { name: string; password: string }, code?: string) {
  await fill(visitor, 'Name', name, password)
  if (code === undefined) return
  await visitor.see('.form-problem p', 'One more step: the code of your app.')
  await fill(visitor, 'Code of your app', code)
}

const ACCOUNT = '/sign-in?to=%2Fadmin%2Faccount'

/** Adds an app that shows codes. Returns its key, and one of the recovery codes. */
async function addApp(visitor: Visitor): Promise<{ secret: string; recovery: string }> {
  await visitor.open(ACCOUNT)
  await signIn(visitor, MIA)
  await visitor.see('h1', 'Your account')
  await visitor.hydrated()
  await visitor.click('button', 'Add an app')
  const secret = await visitor.text('#app code')
  await fill(visitor, 'The code that the app shows now', await codeOf(secret, 0))
  await visitor.see('#app p', 'It’s on.')
  return { secret, recovery: await visitor.text('#app li code') }
}

/** Signs in with a code, ends the session of the device before, and invites somebody. */
async function endAndInvite(visitor: Visitor, secret: string) {
  await visitor.open(ACCOUNT)
  await signIn(visitor, MIA, await codeOf(secret, 1))
  await visitor.see('h1', 'Your account')
  await visitor.hydrated()
  await visitor.click('button', 'End it:')
  await visitor.see('.notice', 'Own session ended')
  await visitor.gone('button', 'End it:')
  await visitor.open('/admin/people')
  await visitor.hydrated()
  await visitor.click('summary', 'Invite somebody')
  await visitor.click('input[type=radio]', 'Front desk')
  await fill(visitor, 'Email', MARIA.email)
  await visitor.see('button', `Withdraw the invitation of ${MARIA.email}`)
}

/** Somebody accepts an invitation, forgets the password, and asks for a link. */
async function acceptAndForget(visitor: Visitor, invitation: string) {
  await visitor.open(new URL(invitation).pathname)
  await fill(visitor, 'Name', MARIA.name, MARIA.password, MARIA.password)
  await visitor.see('h1', 'Today')
  await visitor.click('button', 'Sign out')
  await visitor.see('[role=status]', 'You’re signed out.')
  await visitor.hydrated()
  await visitor.click('a', 'Ask for a link to set a new one')
  await visitor.see('label', 'Name or email')
  await fill(visitor, 'Name or email', MARIA.email)
  await visitor.see('[role=status]', 'If there’s an account')
}

async function setPassword(visitor: Visitor, link: string) {
  await visitor.open(new URL(link).pathname)
  await fill(visitor, 'Password', OTHER_PASSWORD, OTHER_PASSWORD)
  await visitor.see('[role=status]', 'Your password is set.')
  await signIn(visitor, { ...MARIA, password: OTHER_PASSWORD })
  await visitor.see('h1', 'Today')
}

// That operators sign in with a password, own-site.test.ts shows in every run.
for (const [name, start] of ENGINES) {
  test(`in ${name}, the team signs in on a phone: codes, sessions, an invitation and a forgotten password`, {
    tag: '@slow',
  }, async () => {
    test.skip(start === null, `${name} is not installed`)
    test.setTimeout(180_000)
    const site = await startLiveSite({ [MIA.name]: MIA.password })
    const engine = engineOf(name, start)
    const visit = <Result>(steps: (visitor: Visitor) => Promise<Result>) =>
      visitWith(engine, { site: site.url, width: 390, expected: EXPECTED }, steps)
    try {
      const { secret, recovery } = await visit(addApp)
      await visit((mia) => endAndInvite(mia, secret))
      const invitation = linkIn(await mailTo(site.dataDir, MARIA.email, /invited/), 'invitation')
      await visit((maria) => acceptAndForget(maria, invitation))
      const reset = linkIn(await mailTo(site.dataDir, MARIA.email, /new password/), 'new-password')
      await visit((maria) => setPassword(maria, reset))
      await visit(async (mia) => {
        await mia.open(ACCOUNT)
        await signIn(mia, MIA, recovery)
        await mia.see('#app p', 'An app shows the code that you sign in with. 9 of')
      })
    } finally {
      await engine.close()
      await site.stop()
    }
  })
}
