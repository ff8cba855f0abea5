import { planCounts, toolTypes } from '#features/plans/contract-tools.ts'
import { countLabels, toolLabels } from '#features/plans/rules/plan-labels.ts'
import { planErrorTexts } from '#features/plans/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts, type ReasonText } from '#web/calls/error-texts.ts'

/** The limits of a plan, in the order its form shows them. */
export const limitNames = [...toolTypes, ...planCounts]
export const limitLabels = { ...toolLabels, ...countLabels, domain: 'Custom domains' }

const limitFields = limitNames.map((name) => [`allowances.${name}`, limitLabels[name]] as const)
const wholeNumber: ReasonText = (_, label) => `${label}: enter a whole number, such as 100.`
const amount: ReasonText = (_, label) => `${label}: enter an amount, such as 19 or 19.50.`

const tokens: ReasonText = (_, label) => `${label}: enter a whole number, such as 128000, or leave it empty.`
const modelPrice: ReasonText = (_, label) =>
  `${label}: enter an amount above 0, such as 2.50. If the price is unknown, leave all price fields empty.`

export const adminErrorTexts: ErrorTexts = joinErrorTexts(planErrorTexts, {
  labels: {
    ...Object.fromEntries(limitFields),
    name: 'API name',
    label: 'Display name',
    'price.month': '$ per month',
    'price.year': '$ per year',
    count: 'Number of codes',
    provider: 'Provider',
    model: 'Model ID',
    context_tokens: 'Context',
    output_tokens: 'Output limit',
    'price.input': 'Input price',
    'price.output': 'Output price',
    'price.cached': 'Cached input price',
    'price.until': 'Price holds until',
    as_of: 'As of',
    source: 'Source',
  },
  reasons: {
    ...Object.fromEntries(
      limitFields.flatMap(([field]) => [`${field}:missing`, `${field}:invalid`].map((key) => [key, wholeNumber])),
    ),
    'price.month:invalid': amount,
    'price.year:invalid': amount,
    'count:invalid': wholeNumber,
    ...Object.fromEntries(
      ['context_tokens', 'output_tokens'].flatMap((field) =>
        ['invalid', 'below_minimum'].map((reason) => [`${field}:${reason}`, tokens]),
      ),
    ),
    ...Object.fromEntries(
      ['price.input', 'price.output', 'price.cached'].flatMap((field) =>
        ['missing', 'invalid', 'below_minimum'].map((reason) => [`${field}:${reason}`, modelPrice]),
      ),
    ),
    'as_of:invalid_format': 'Enter the day you read the figures.',
    'price.until:invalid_format': 'Enter a date, or leave it empty.',
    'name:invalid_format': 'API name can have up to 40 lowercase letters, digits and underscores.',
    'until:invalid_format': 'Enter a date, or leave it empty for no end date.',
    in_the_future: 'Choose today or a day in the past.',
    model_listed: 'This model is in the list already. Edit it there.',
    model_not_edited: 'This model has no changes to undo. Refresh the list.',
    in_the_past: 'Choose a date in the future.',
    own_account: 'You can’t disable your own account. Ask another staff member.',
    job_missing: 'This job is no longer failed. It may be running again. Refresh the list.',
    staff_only: 'Only staff can do this.',
  },
})
