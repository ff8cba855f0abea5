import { planErrorTexts } from '#features/plans/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const workspaceErrorTexts: ErrorTexts = joinErrorTexts(planErrorTexts, {
  reasons: {
    only_workspace: 'You can’t delete your only workspace. Create another one first.',
    'color:invalid_format': 'Choose a color, or enter one such as #c2410c.',
  },
})
