import { SourceError } from './port.ts'

/**
 * Sends several requests to one vendor in parallel. A failed one is left out, unless all fail or the caller aborts:
 * then the first failure is thrown. `incomplete` is the worst failure, null without any.
 */
export async function askAll<Parts extends readonly unknown[]>(
  parts: {
    [Index in keyof Parts]: Promise<Parts[Index]>
  },
): Promise<{ answers: { [Index in keyof Parts]: Parts[Index] | null }; incomplete: SourceError | null }> {
  const settled = await Promise.allSettled(parts as readonly Promise<unknown>[])
  const failures = settled.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown)
  const worst = failures.find((error) => !(error instanceof SourceError) || error.kind === 'cancelled') ?? failures[0]
  const isFatal = failures.length === settled.length || !(worst instanceof SourceError) || worst.kind === 'cancelled'
  if (failures.length > 0 && isFatal) throw worst
  return {
    answers: settled.map((result) => (result.status === 'fulfilled' ? result.value : null)) as never,
    incomplete: worst instanceof SourceError ? worst : null,
  }
}
