import type { ApiWords } from '#platform/openapi.ts'
import { apiExamples, apiFiles, apiRates } from './api-examples.ts'
import { apiFields } from './api-fields.ts'
import { apiGroups, otherCalls } from './api-groups.ts'
import { apiIntroduction } from './api-introduction.ts'
import { apiShapes } from './api-shapes.ts'

/** What the description of the interface says beyond the contracts. */
export const apiWords: ApiWords = {
  introduction: apiIntroduction,
  groups: apiGroups,
  otherCalls,
  shapes: apiShapes,
  fields: apiFields,
  examples: apiExamples,
  rates: apiRates,
  files: apiFiles,
}
