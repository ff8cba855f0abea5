import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import { learnVoice } from './brand-voice.ts'
import type { BrandVoice } from './contract.ts'
import { countVoices, deleteVoice, findVoice, findVoices, insertVoice, locateVoice } from './voice-store.ts'

export type Voices = ReturnType<typeof createVoices>

/** Fewer say too little about how somebody writes. */
const fewestWords = 100
const mostVoices = 100

export function createVoices({ db }: { db: Database }) {
  return {
    locate: (workspaceIds: string[], id: string) => locateVoice(db, workspaceIds, id),

    list: (workspaceId: string): Promise<BrandVoice[]> => findVoices(db, workspaceId),

    /** @throws AppError invalid_input when the samples are too short to learn from; conflict when the workspace is full */
    async add(
      userId: string,
      { workspace_id: workspaceId, name, samples }: { workspace_id: string; name: string; samples: string[] },
      keepAnswer: KeepAnswer,
    ): Promise<{ voice: BrandVoice }> {
      const { traits, words } = learnVoice(samples)
      if (words < fewestWords)
        throw new AppError(
          'invalid_input',
          `samples hold ${words} words: at least ${fewestWords} are needed to learn how somebody writes.`,
          { field: 'samples' },
        )
      const place = { workspaceId, id: randomUUIDv7() }
      return db.transaction().execute(async (tx) => {
        if ((await countVoices(tx, workspaceId)) >= mostVoices)
          throw new AppError(
            'conflict',
            `This workspace holds ${mostVoices} brand voices, as many as it can: remove one first.`,
          )
        await insertVoice(tx, { ...place, name, samples, traits, words, createdBy: userId })
        const answer = { voice: (await findVoice(tx, place))! }
        await keepAnswer(tx, answer)
        return answer
      })
    },

    remove: (workspaceId: string, id: string) => deleteVoice(db, { workspaceId, id }),
  }
}
