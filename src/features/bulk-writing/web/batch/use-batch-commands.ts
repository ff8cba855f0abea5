import { api } from '#web/calls/api.ts'
import { useCall } from '#web/calls/use-call.ts'
import { type Batch, bulkWritingContract } from '../../contract.ts'

/** What people do with a batch, one call at a time. Each answer is the batch as it is then. */
export function useBatchCommands({ _id }: Pick<Batch, '_id'>, onChange: (batch: Batch) => void) {
  const { busy, error, run } = useCall()
  return {
    busy,
    error,
    pause: () => run(async () => onChange((await api(bulkWritingContract.pause, { _id })).batch)),
    resume: () => run(async () => onChange((await api(bulkWritingContract.resume, { _id })).batch)),
    retry: (item_ids?: string[]) =>
      run(async () => onChange((await api(bulkWritingContract.retry, { _id, item_ids })).batch)),
    /** For dialogs, which show what it throws. */
    cancelOrThrow: async () => onChange((await api(bulkWritingContract.cancel, { _id })).batch),
    changed: onChange,
  }
}
export type BatchCommands = ReturnType<typeof useBatchCommands>
