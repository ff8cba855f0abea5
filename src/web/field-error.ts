import type { ErrorBody } from '#kit/errors.ts'

/**
 * A refusal as a form shows it. The contract's sentences begin with the field's name in the call ("first_name is
 * missing."); on screen its label stands there, or the name as a word.
 */
export function fieldSentence({ message, field }: Pick<ErrorBody, 'message' | 'field'>, label?: string): string {
  const names = field ? [field, ...field.split('.').filter((part) => !/^\d+$/.test(part))] : []
  const named = names.find((name) => message.startsWith(`${name} `))
  if (!named) return message
  const words = named.split('.').at(-1)!.replaceAll('_', ' ')
  return (label ?? words.replace(/^./, (first) => first.toUpperCase())) + message.slice(named.length)
}

/** The complaint about this field, if the refusal is about it. */
export const complaintAbout = (error: ErrorBody | null | undefined, field: string, label?: string) =>
  error?.field === field ? fieldSentence(error, label) : undefined
