import { planCounts, toolTypes } from '#features/plans/contract.ts'
import { countLabels, toolLabels } from '#features/plans/plan-labels.ts'
import { planErrorTexts } from '#features/plans/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts, type ReasonText } from '#web/error-texts.ts'

/** The limits of a plan, in the order its form shows them. */
export const limitNames = [...toolTypes, ...planCounts]
export const limitLabels = { ...toolLabels, ...countLabels, domain: 'Custom domains' }

const limitFields = limitNames.map((name) => [`allowances.${name}`, limitLabels[name]] as const)
const wholeNumber: ReasonText = (_, label) => `${label}: enter a whole number, such as 100.`
const amount: ReasonText = (_, label) => `${label}: enter an amount, such as 19 or 19.50.`

export const adminErrorTexts: ErrorTexts = joinErrorTexts(planErrorTexts, {
  labels: {
    ...Object.fromEntries(limitFields),
    name: 'API name',
    label: 'Display name',
    'price.month': '$ per month',
    'price.year': '$ per year',
    count: 'Number of codes',
  },
  reasons: {
    ...Object.fromEntries(
      limitFields.flatMap(([field]) => [`${field}:missing`, `${field}:invalid`].map((key) => [key, wholeNumber])),
    ),
    'price.month:invalid': amount,
    'price.year:invalid': amount,
    'count:invalid': wholeNumber,
    'name:invalid_format': 'API name can have up to 40 lowercase letters, digits and underscores.',
    'until:invalid_format': 'Enter a date, or leave it empty for no end date.',
    in_the_past: 'Choose a date in the future.',
    own_account: 'You can’t disable your own account. Ask another staff member.',
    job_missing: 'This job is no longer failed. It may be running again. Refresh the list.',
    staff_only: 'Only staff can do this.',
  },
})
