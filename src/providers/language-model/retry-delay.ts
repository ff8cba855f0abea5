import type { Fault } from './model-fault.ts'

/** Milliseconds before the next try: what the vendor asks for, else twice as long each time, less up to half at random. */
export const getRetryDelay = (failures: number, { retryAfterSeconds }: Fault, backoffMs: number) =>
  retryAfterSeconds == null
    ? backoffMs * 2 ** failures * (0.5 + Math.random() / 2)
    : Math.max(backoffMs, retryAfterSeconds * 1000)
