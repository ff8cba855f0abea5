import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Counts of unread notifications by workspace and screen, and what opening a screen marks as read. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<TestServer['signUp']>>

async function addNotification(
  who: Person,
  kind: string,
  { subject = randomUUID(), workspace = who.workspaceId } = {},
) {
  await server.database.pool.query(
    `insert into notifications (user_id, id, workspace_id, kind, run_id, subject_id, data)
     values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), $4, $5)`,
    [
      ...[who.user.id, workspace, kind, subject],
      JSON.stringify({ keyword: 'cold brew', added: 1, removed: 0, first: false, examples: [] }),
    ],
  )
  return subject
}

const getUnread = (who: Person) => who.call(notificationsContract.unread, {})

test('unread notifications are counted by workspace and by the screen they lead to', async () => {
  const who = await server.signUp('agency')
  expect(await getUnread(who)).toEqual({ unread: 0, areas: [] })
  const { workspace } = await who.call(workspacesContract.add, { name: 'Second', color: '#2563eb' })
  await addNotification(who, 'listener_news')
  await addNotification(who, 'listeners_paused')
  await addNotification(who, 'batch_done')
  await addNotification(who, 'site_decay', { workspace: workspace._id })
  const { unread, areas } = await getUnread(who)
  expect(unread).toBe(4)
  const sorted = areas.toSorted((a, b) => a.area.localeCompare(b.area))
  expect(sorted).toEqual([
    { workspace_id: who.workspaceId, area: 'listeners', unread: 2 },
    { workspace_id: who.workspaceId, area: 'plan', unread: 1 },
    { workspace_id: workspace._id, area: 'sites', unread: 1 },
  ])
  expect(await who.call(notificationsContract.read, { all: true })).toEqual({ unread: 0, areas: [] })
})

test('opening what notifications are about marks those of the person as read, and no others', async () => {
  const [who, other] = [await server.signUp(), await server.signUp()]
  const subject = await addNotification(who, 'listener_news')
  await addNotification(who, 'listener_news', { subject })
  await addNotification(who, 'listener_news')
  await addNotification(other, 'listener_news', { subject })
  const area = { workspace_id: who.workspaceId, area: 'listeners' }
  expect(await who.call(notificationsContract.read, { subject_id: subject })).toEqual({
    unread: 1,
    areas: [{ ...area, unread: 1 }],
  })
  // What has no notifications is no error: a screen doesn’t know whether it has any.
  expect(await who.call(notificationsContract.read, { subject_id: randomUUID() })).toMatchObject({ unread: 1 })
  expect(await getUnread(other)).toMatchObject({ unread: 1 })
})

test('notifications of a kind are read in one workspace', async () => {
  const who = await server.signUp('agency')
  const { workspace } = await who.call(workspacesContract.add, { name: 'Second', color: '#2563eb' })
  await addNotification(who, 'listeners_paused')
  await addNotification(who, 'listener_news')
  await addNotification(who, 'listeners_paused', { workspace: workspace._id })
  const kind = { kind: 'listeners_paused', workspace_id: who.workspaceId } as const
  const { unread, areas } = await who.call(notificationsContract.read, kind)
  expect(unread).toBe(2)
  expect(areas).toHaveLength(2)
  await expect(who.call(notificationsContract.read, { kind: 'listeners_paused' })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'workspace_id' },
  })
  await expect(who.call(notificationsContract.read, {})).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: '_id' },
  })
})
