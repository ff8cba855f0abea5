/** What a feature contributes to an account's data export. */

export type ExportOwner = {
  userId: string
  email: string
  /** Ids of workspaces the user owns: their content is exported. Of others, only the membership is. */
  ownedIds: string[]
}

/** One file of the archive. What is large comes in pieces, which are read as the archive is written. */
export type ArchiveFile = { path: string; content: string | AsyncIterable<string | Uint8Array> }

export type ExportPart = {
  /** `[path, what it holds]` for the README, with `*` for what differs. */
  about: [path: string, sentence: string][]
  files(owner: ExportOwner): AsyncIterable<ArchiveFile>
}

/** The folder of a workspace in the archive. */
export const workspaceFolder = (workspaceId: string) => `workspaces/${workspaceId}`

export const jsonFile = (path: string, value: unknown): ArchiveFile => ({
  path,
  content: `${JSON.stringify(value, null, 2)}\n`,
})

/** A JSON array of what is read piece by piece. */
export async function* jsonArray(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
