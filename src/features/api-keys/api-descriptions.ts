import type { ApiWords } from '#platform/openapi.ts'
import { apiExamples, apiFiles, apiRates } from './api-examples.ts'
import { apiGroups, otherCalls } from './api-groups.ts'
import { apiIntroduction } from './api-introduction.ts'
import { apiFields } from './field-descriptions.ts'
import { apiShapes } from './schema-names.ts'

/** Text and examples that the OpenAPI document adds to the contracts. */
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
