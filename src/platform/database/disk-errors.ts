/** File system errors as sentences for the administrator. */

const getCode = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code ?? ''

export const isNoRoom = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(getCode(error))
export const isReadOnly = (error: unknown) => getCode(error) === 'EROFS'

/** Null for an error that isn't about where files are kept. `what`: as the sentence begins, such as "DATA_DIR /data". */
export function diskSentence(error: unknown, what: string): string | null {
  if (isNoRoom(error)) return `${what} is on a full disk. Free up space or use another path.`
  if (isReadOnly(error)) return `${what} is on a read-only disk. Mount it as writable or use another path.`
  if (['EACCES', 'EPERM'].includes(getCode(error)))
    return `This user can’t write to ${what}. Change its owner or use another path.`
  if (getCode(error) === 'ENOENT')
    return `${what} is in a folder that doesn’t exist. Create the folder or use another path.`
  if (getCode(error) === 'ENOTDIR') return `${what} is below a file, not a folder. Use another path.`
  if (getCode(error) === 'EEXIST') return `${what} already exists. Use another file name.`
  if (getCode(error) === 'EISDIR') return `${what} is a folder. Use a file name.`
  return null
}
