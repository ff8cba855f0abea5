import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createThreads } from '#platform/threads/worker-threads.ts'
import type { ImportAnswer } from './import-thread.ts'
import { parseImportFile } from './rules/import/import-file.ts'
import { toImportRow } from './rules/import/rows/import-row.ts'

test('the thread gives the same results and errors as the function', async () => {
  const threads = createThreads()
  const module = new URL('./import-thread.ts', import.meta.url)
  const bytes = readFileSync(new URL('./rules/import/fixtures/semrush-magic-tool.csv', import.meta.url))
  try {
    const { keywords, ...about } = await parseImportFile(bytes, 'a_us_2026-05-01.csv')
    const {
      parts,
      file: _file,
      keywords: _count,
      ...answer
    } = await threads.run<ImportAnswer>(module, { bytes, fileName: 'a_us_2026-05-01.csv' })
    expect(answer).toEqual(about)
    expect(parts.flatMap((part) => JSON.parse(part))).toEqual(
      JSON.parse(JSON.stringify(keywords.map((keyword) => toImportRow(keyword, null)))),
    )
    await expect(threads.run(module, { bytes: new Uint8Array(), fileName: 'a.csv' })).rejects.toMatchObject({
      name: 'AppError',
      code: 'invalid_input',
      message: 'The file is empty.',
      options: { field: 'file' },
    })
  } finally {
    await threads.stop()
  }
})
