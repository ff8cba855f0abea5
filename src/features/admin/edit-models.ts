import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { CatalogueModel, ModelInput } from './contract-models.ts'
import type { ModelCatalogue } from './model-catalogue.ts'
import type { Staff } from './service.ts'
import { deleteModel, findEditedModel, lockModels, upsertModel } from './store/model-catalogue-store.ts'

export type ModelEditing = ReturnType<typeof createModelEditing>

type ModelName = Pick<ModelInput, 'provider' | 'model'>

/** Staff's changes to what is known of language models, each in the audit log with the model before and after. */
export function createModelEditing({
  db,
  audit,
  catalogue,
}: {
  db: Database
  audit: Audit
  catalogue: ModelCatalogue
}) {
  const { list, present } = catalogue
  const record = (tx: Db, staff: Staff, action: string, name: ModelName, change: Record<string, unknown>) =>
    audit.record(tx, {
      actorId: staff.userId,
      actorEmail: staff.email,
      action,
      subject: `${name.provider} ${name.model}`,
      details: change,
      address: staff.address,
    })

  return {
    list,

    /** Replaces the figures of a model, or adds it. @throws AppError invalid_input for a date in the future (as_of) */
    async save(staff: Staff, { price, ...input }: ModelInput): Promise<CatalogueModel> {
      // Somewhere on earth it's tomorrow already.
      if (Date.parse(input.as_of) > Date.now() + 86_400_000)
        throw new AppError('invalid_input', 'as_of is in the future. Send the day the figures were read.', {
          field: 'as_of',
          reason: 'in_the_future',
        })
      const saved = await db.transaction().execute(async (tx) => {
        await lockModels(tx)
        const before = present(input, await findEditedModel(tx, input))
        await upsertModel(tx, {
          ...input,
          input_usd: price?.input ?? null,
          output_usd: price?.output ?? null,
          cached_usd: price?.cached ?? null,
          price_until: price?.until ?? null,
          edited_by: staff.userId,
        })
        const after = present(input, await findEditedModel(tx, input))!
        await record(tx, staff, 'model.saved', input, {
          before: before && getFigures(before),
          after: getFigures(after),
        })
        return after
      })
      await catalogue.changed()
      return saved
    },

    /** @returns the shipped model, or null if staff had added it. @throws AppError not_found if staff changed nothing */
    async restore(staff: Staff, name: ModelName): Promise<CatalogueModel | null> {
      const restored = await db.transaction().execute(async (tx) => {
        await lockModels(tx)
        const row = await findEditedModel(tx, name)
        if (!row)
          throw new AppError('not_found', 'This model has no changes to undo.', {
            field: 'model',
            reason: 'model_not_edited',
          })
        await deleteModel(tx, name)
        const after = present(name, undefined)
        await record(tx, staff, 'model.restored', name, {
          before: getFigures(present(name, row)!),
          after: after && getFigures(after),
        })
        return after
      })
      await catalogue.changed()
      return restored
    },
  }
}

const getFigures = ({ context_tokens, output_tokens, price, as_of, source, hidden }: CatalogueModel) => ({
  context_tokens,
  output_tokens,
  price,
  as_of,
  source,
  hidden,
})
