import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The Markdown of DATA_DIR/pages/<name>.md, read on each visit; null where there is no such file or nothing in it. */
export async function readOperatorPage(dataDir: string, name: 'terms' | 'privacy'): Promise<string | null> {
  try {
    // trim() removes a byte order mark, too.
    return (await readFile(path.join(dataDir, 'pages', `${name}.md`), 'utf8')).trim() || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
