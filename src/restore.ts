import path from 'node:path'
import { ConfigError } from './config.ts'
import { restoreBackup } from './platform/database/restore.ts'
import { openInstallation, runCommand } from './platform/installation.ts'

/** `npm run restore -- file`: an archive into this installation, which must be empty and not running. */
await runCommand(async () => {
  const [, , file] = process.argv
  if (!file) throw new ConfigError('Name the backup file: npm run restore -- earshot-2026-01-31T0900.tar.gz')
  const here = await openInstallation({ alone: true })
  try {
    const { rows, files } = await restoreBackup(here.restoring, path.resolve(file))
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    return {
      lines: [
        `Restored ${total.toLocaleString('en')} rows of ${Object.keys(rows).length} tables and ${files} files.`,
        'Start Earshot with npm start. Check it with npm run doctor.',
      ],
    }
  } finally {
    await here.close()
  }
})
