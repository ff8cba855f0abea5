import { AppError, type ErrorBody } from '#kit/errors.ts'
import { aiContentContract, type EditDone } from '../../contract.ts'
import { readEvents } from './read-event-stream.ts'

/**
 * Has a model edit a passage, and reports its text as it streams in.
 * @throws AppError the model's error
 */
export async function streamEdit(
  input: unknown,
  on: { text: (text: string) => void; thinking: (seconds: number) => void },
  signal: AbortSignal,
): Promise<EditDone> {
  let whole: EditDone | null = null
  let failure: AppError | null = null
  await readEvents(
    aiContentContract.edit,
    input,
    ({ event, data }) => {
      if (event === 'delta') on.text(data.text)
      else if (event === 'thinking') on.thinking(data.seconds)
      else if (event === 'done') whole = data
      else if (event === 'error') failure = AppError.fromBody(data as ErrorBody)
    },
    signal,
  )
  if (failure) throw failure
  if (whole === null)
    throw new AppError('unavailable', 'The connection was lost before the suggestion was complete. Try again.', {
      reason: 'suggestion_interrupted',
    })
  return whole as EditDone
}
