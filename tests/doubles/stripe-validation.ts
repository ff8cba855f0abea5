import type { ValidateFunction } from 'ajv'

/** Stripe's error message for invalid parameters. */

export type Complaint = { param: string; message: string }
export type JudgeParameters = (call: string, given: Record<string, unknown>) => Complaint | null

export function complain(judge: ValidateFunction, given: Record<string, unknown>): Complaint | null {
  // Coercion changes its input.
  if (judge(structuredClone(given))) return null
  // A union reports errors of each branch; the deepest is the most specific.
  const [worst] = (judge.errors ?? []).toSorted((a, b) => depth(b.instancePath) - depth(a.instancePath))
  const unknown = (worst?.params as { additionalProperty?: string } | undefined)?.additionalProperty
  const param = `${worst?.instancePath ?? ''}${unknown ? `/${unknown}` : ''}`.slice(1).replaceAll('/', '.')
  return { param, message: unknown ? `Received unknown parameter: ${param}` : `Invalid ${param}: ${worst?.message}` }
}

const depth = (pointer: string) => pointer.split('/').length
