import { expect, test } from 'vitest'
import { diskSentence } from './disk-errors.ts'

const toError = (code: string) => Object.assign(new Error(`${code}: no such luck, open '/data/x'`), { code })

test.each([
  ['ENOSPC', 'DATA_DIR /data is on a full disk. Free up space or use another path.'],
  ['EDQUOT', 'DATA_DIR /data is on a full disk. Free up space or use another path.'],
  ['EROFS', 'DATA_DIR /data is on a read-only disk. Mount it as writable or use another path.'],
  ['EACCES', 'This user can’t write to DATA_DIR /data. Change its owner or use another path.'],
  ['EPERM', 'This user can’t write to DATA_DIR /data. Change its owner or use another path.'],
  ['ENOENT', 'DATA_DIR /data is in a folder that doesn’t exist. Create the folder or use another path.'],
  ['ENOTDIR', 'DATA_DIR /data is below a file, not a folder. Use another path.'],
  ['EEXIST', 'DATA_DIR /data already exists. Use another file name.'],
  ['EISDIR', 'DATA_DIR /data is a folder. Use a file name.'],
])('%s becomes a sentence that says what to do', (code, sentence) => {
  expect(diskSentence(toError(code), 'DATA_DIR /data')).toBe(sentence)
})

test('other errors have no sentence', () => {
  for (const error of [toError('ECONNREFUSED'), new Error('A bug.'), null])
    expect(diskSentence(error, 'DATA_DIR /data')).toBeNull()
})
