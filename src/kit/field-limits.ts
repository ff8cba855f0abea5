import type { z } from 'zod'

export type FieldLimits = { required: boolean; minLength?: number; maxLength?: number; min?: number; max?: number }

/** What a call's schema asks of a field, by its path ("personal.first_name", or "items.title" of each item), so that a form doesn't repeat it. */
export function getFieldLimits(input: z.core.$ZodType, path: string): FieldLimits {
  const field = path.split('.').reduce((schema, name) => getMember(schema, name, path), input)
  const texts = getTexts(field)
  const minLength = Math.max(1, ...texts.map((text) => text.minLength ?? 0))
  const maxLength = Math.min(...texts.map((text) => text.maxLength ?? Infinity))
  const { minValue: min, maxValue: max } = getNumber(field) ?? {}
  return {
    required: !acceptsEmpty(field),
    ...(minLength > 1 && { minLength }),
    ...(maxLength < Infinity && { maxLength }),
    ...(isBound(min) && { min }),
    ...(isBound(max) && { max }),
  }
}

/**
 * Optional in a call means that it may be left out. A form always sends its texts and lists, so empty ones have to be accepted. Only
 * an empty number is left out.
 */
function acceptsEmpty(field: z.core.$ZodType) {
  const value = getNumber(field) ? undefined : getInner(field)._zod.def.type === 'array' ? [] : ''
  const result = field._zod.run({ value, issues: [] }, { async: false })
  return !(result instanceof Promise) && result.issues.length === 0
}

/** The schema behind `optional`, `nullable` and `default`. */
function getInner(schema: z.core.$ZodType): z.core.$ZodTypes {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return 'innerType' in def ? getInner(def.innerType) : (schema as z.core.$ZodTypes)
}

function getNumber(schema: z.core.$ZodType) {
  const inner = getInner(schema)
  return inner._zod.def.type === 'number' ? (inner as z.core.$ZodTypes as z.ZodNumber) : undefined
}

/** A whole number has all whole numbers as its bounds. */
const isBound = (limit: number | null | undefined): limit is number =>
  typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER

function getMember(schema: z.core.$ZodType, name: string, path: string): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ('innerType' in def) return getMember(def.innerType, name, path)
  if (def.type === 'array') return getMember(def.element, name, path)
  const member = def.type === 'object' ? def.shape[name] : undefined
  if (!member) throw new Error(`The call has no field ${path}.`)
  return member
}

function getTexts(schema: z.core.$ZodType): z.ZodString[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string') return [schema as z.ZodString]
  if (def.type === 'pipe') return [...getTexts(def.in), ...getTexts(def.out)]
  return 'innerType' in def ? getTexts(def.innerType) : []
}
