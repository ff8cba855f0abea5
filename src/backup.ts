import path from 'node:path'
import { ConfigError } from './config.ts'
import { writeBackup } from './platform/backup.ts'
import { openInstallation, runCommand } from './platform/installation.ts'

/** `npm run backup [-- file]`: everything of this installation in one archive, while it runs. */
await runCommand(async () => {
  const minute = new Date().toISOString().slice(0, 16).replace(':', '')
  const target = path.resolve(process.argv[2] ?? `earshot-${minute}.tar.gz`)
  if (!target.endsWith('.tar.gz')) throw new ConfigError(`${target} must end in .tar.gz.`)
  const here = await openInstallation()
  try {
    const { rows, files, bytes } = await writeBackup(here.archive, target)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    const tables = Object.keys(rows).length
    const size = `${(bytes / 1e6).toFixed(1)} MB`
    return {
      lines: [
        `${target}: ${total.toLocaleString('en')} rows of ${tables} tables, ${files} files (${size}).`,
        here.archive.secretFile
          ? 'It holds the secret of this installation and everybody’s data: keep it where only you can read it.'
          : 'SECRET_KEY is set by you and not in it: without the same key, sealed keys cannot be opened again.',
      ],
    }
  } finally {
    await here.close()
  }
})
