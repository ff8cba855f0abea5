import { AppError } from '#kit/errors.ts'

/** "$1,250.50" or "2,50" → a number of US dollars; undefined if empty. @throws AppError invalid_input */
export function parseBudget(typed: string, { required = false } = {}): number | undefined {
  const text = typed.replace(/[$\s]/g, '')
  if (text === '' && !required) return undefined
  const plain = /^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', '')
  if (!/^\d*\.?\d+$/.test(plain))
    throw new AppError('invalid_input', 'budget_usd must be a number.', {
      field: 'budget_usd',
      reason: 'budget_not_a_number',
    })
  return Number(plain)
}
