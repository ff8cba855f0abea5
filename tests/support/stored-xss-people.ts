import { adminContract } from '../../src/features/admin/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { storedXss } from './stored-xss.ts'
import { packed } from './stored-xss-texts.ts'
import type { Writer } from './stored-xss-writer.ts'

/** Users, their sessions, and what staff see of them. */
export async function writePeople(writer: Writer) {
  const { call, anonymous, as, each, workspace_id } = writer
  const firstNames = packed('fn', 80)
  const lastNames = packed('ln', 80)
  const people = await each(firstNames, async (first_name, at) => {
    const email = `person${at}@example.com`
    const made = await anonymous(authContract.signup, {
      email,
      password: 'a long enough one',
      first_name,
      last_name: lastNames[at]!,
      aff: packed('af', 200)[at % 10]!,
    })
    return { email, token: made.token, workspaceId: made.user.workspaces[0]!._id }
  })
  const person = people[0]!
  // A header can't have line breaks or characters beyond Latin-1.
  const sayable = storedXss.filter((payload) => /^[\x20-\x7e]{1,280}$/.test(payload))
  await each(packed('ua', 290, { payloads: sayable }), (userAgent) =>
    anonymous(
      authContract.login,
      { email: person.email, password: 'a long enough one' },
      { headers: { 'User-Agent': userAgent } },
    ),
  )
  const names = packed('wn', 80)
  await call(workspacesContract.rename, { _id: workspace_id, name: names[0]! })
  // One after the other, because each waits for the lock on its owner.
  const rooms: string[] = []
  for (const name of names.slice(1))
    rooms.push((await call(workspacesContract.add, { name, color: '#c2410c' })).workspace._id)
  const [blogRoom, waitingRoom] = rooms as [string, string]
  await as(person.token)(workspacesContract.rename, { _id: person.workspaceId, name: 'wn0 <script>pwned()</script>' })
  await call(adminContract.usersPlan, {
    user_id: (await as(person.token)(authContract.userdata, {})).user.id,
    plan: 'agency',
  })
  await as(person.token)(teamsContract.add, {
    workspace_id: person.workspaceId,
    email: 'guest@example.com',
    role: 'editor',
  })
  await each(packed('kn', 80), (name) => call(apiKeysContract.add, { workspace_id, name, scopes: ['reports:read'] }))
  const { allowances } = (await call(adminContract.plansList, {})).items.find(({ name }) => name === 'pro')!
  await each(packed('pl', 80), (label, at) =>
    call(adminContract.plansUpdate, { name: `plan_${at}`, label, allowances, price: { month: at + 1, year: at + 10 } }),
  )
  return { person, blogRoom, waitingRoom }
}
