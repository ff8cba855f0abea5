import { Buffer } from 'node:buffer'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailer } from '../mail/mail.ts'
import { tightenDataDir } from './private-files.ts'
import { createLocalStorage } from './storage.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-modes-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const getMode = async (...names: string[]) =>
  ((await stat(path.join(dataDir, ...names))).mode & 0o777).toString(8).padStart(4, '0')

test('emails in the outbox are readable only by their owner', async () => {
  const outboxDir = path.join(dataDir, 'outbox')
  const mailer = createMailer({ smtpUrl: undefined, from: 'Earshot <a@example.com>', outboxDir })
  await mailer.send({ to: 'b@example.com', subject: 'Your code', text: '123456' })
  const [name] = await readdir(outboxDir)
  expect([await getMode('outbox'), await getMode('outbox', name!)]).toEqual(['0700', '0600'])
})

test('stored files and their folders are readable only by their owner', async () => {
  await createLocalStorage(path.join(dataDir, 'files')).put('workspace/images/one', Buffer.from('bytes'))
  const below = ['files', 'files/workspace', 'files/workspace/images', 'files/workspace/images/one']
  expect(await Promise.all(below.map((file) => getMode(file)))).toEqual(['0700', '0700', '0700', '0600'])
})

test('permissions of an earlier version are tightened, except for the database, the data folder and link targets', async () => {
  await chmod(dataDir, 0o755)
  await mkdir(path.join(dataDir, 'outbox'), { mode: 0o755 })
  await mkdir(path.join(dataDir, 'files', 'deep'), { recursive: true })
  await mkdir(path.join(dataDir, 'postgres'))
  for (const file of ['outbox/a.eml', 'files/deep/b', 'secret.key', 'postgres/PG_VERSION'])
    await writeFile(path.join(dataDir, file), 'x')
  await symlink('/etc/hostname', path.join(dataDir, 'files', 'link'))
  for (const file of ['outbox', 'files', 'files/deep', 'postgres']) await chmod(path.join(dataDir, file), 0o755)
  for (const file of ['outbox/a.eml', 'files/deep/b', 'secret.key', 'postgres/PG_VERSION'])
    await chmod(path.join(dataDir, file), 0o644)
  const linked = (await stat('/etc/hostname')).mode

  expect(await tightenDataDir(dataDir)).toEqual([])
  const modes = ['', 'outbox', 'outbox/a.eml', 'files', 'files/deep', 'files/deep/b', 'secret.key']
  expect(await Promise.all(modes.map((file) => getMode(file)))).toEqual([
    '0755',
    '0700',
    '0600',
    '0700',
    '0700',
    '0600',
    '0600',
  ])
  expect([await getMode('postgres'), await getMode('postgres/PG_VERSION')]).toEqual(['0755', '0644'])
  expect((await stat('/etc/hostname')).mode).toBe(linked)
})
