import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './config.ts'
import { writeBackup } from './platform/database/backup.ts'
import { diskSentence } from './platform/database/disk-errors.ts'
import { openInstallation, runCommand } from './platform/installation.ts'

/** `npm run backup [-- file [--force]]`: everything of this installation in one archive, while it runs. */
await runCommand(async () => {
  const minute = new Date().toISOString().slice(0, 16).replace(':', '')
  const args = process.argv.slice(2)
  const force = args.includes('--force')
  const target = path.resolve(args.find((arg) => arg !== '--force') ?? `earshot-${minute}.tar.gz`)
  if (!target.endsWith('.tar.gz')) throw new ConfigError(`${target} must end in .tar.gz.`)
  if (!force && existsSync(target))
    throw new ConfigError(`${target} already exists. Use another file name, or add --force to overwrite it.`)
  const here = await openInstallation()
  try {
    const { rows, files, bytes } = await writeBackup(here.archive, target, { force }).catch((error) => {
      const sentence = diskSentence(error, target)
      throw sentence ? new ConfigError(sentence, { cause: error }) : error
    })
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    const tables = Object.keys(rows).length
    const size = `${(bytes / 1e6).toFixed(1)} MB`
    return {
      lines: [
        `${target}: ${total.toLocaleString('en')} rows of ${tables} tables, ${files} files (${size}).`,
        here.archive.secretFile
          ? 'It contains this installation’s secret and everyone’s data. Store it where only you can read it.'
          : 'It doesn’t contain SECRET_KEY, which you set yourself. Without that key, stored API keys of vendors can’t be read again.',
      ],
    }
  } finally {
    await here.close()
  }
})
