import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { BrandVoice } from './contract.ts'
import { learnVoice } from './rules/learn-brand-voice.ts'
import { countVoices, deleteVoice, findVoice, findVoices, insertVoice, locateVoice } from './store/brand-voice-store.ts'

export type Voices = ReturnType<typeof createVoices>

/** Fewer words don't show how someone writes. */
const minWords = 100
const maxVoices = 100

export function createVoices({ db }: { db: Database }) {
  return {
    locate: (workspaceIds: string[], id: string) => locateVoice(db, workspaceIds, id),

    list: (workspaceId: string): Promise<BrandVoice[]> => findVoices(db, workspaceId),

    /** @throws AppError invalid_input when the samples are too short to learn from; conflict when the workspace is full */
    async add(
      userId: string,
      { workspace_id: workspaceId, name, samples }: { workspace_id: string; name: string; samples: string[] },
      storeResponse: StoreResponse,
    ): Promise<{ voice: BrandVoice }> {
      const { traits, words } = learnVoice(samples)
      if (words < minWords)
        throw new AppError(
          'invalid_input',
          `samples have ${words} words. At least ${minWords} are needed to learn a brand voice.`,
          { field: 'samples', reason: 'too_few_words', params: { words, min: minWords } },
        )
      const ref = { workspaceId, id: randomUUIDv7() }
      return db.transaction().execute(async (tx) => {
        if ((await countVoices(tx, workspaceId)) >= maxVoices)
          throw new AppError(
            'conflict',
            `This workspace has ${maxVoices} brand voices, the maximum. Delete one first.`,
            {
              reason: 'too_many_brand_voices',
              params: { max: maxVoices },
            },
          )
        await insertVoice(tx, { ...ref, name, samples, traits, words, createdBy: userId })
        const answer = { voice: (await findVoice(tx, ref))! }
        await storeResponse(tx, answer)
        return answer
      })
    },

    remove: (workspaceId: string, id: string) => deleteVoice(db, { workspaceId, id }),
  }
}
