import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Emails written by an Earshot without a mail server, oldest first, with quoted-printable decoded. */
export async function readOutbox(dataDir: string, to?: string): Promise<string[]> {
  const folder = path.join(dataDir, 'outbox')
  // A file ends in .part while it is being written.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const emails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  return emails
    .map((email) => email.replace(/=\r?\n/g, '').replace(/=3D/gi, '='))
    .filter((email) => to === undefined || email.includes(`To: ${to}`))
}
