import { type ToolType, toolTypes, unlimited } from '../contract-tools.ts'

/** Share of an allowance from which its usage is shown. */
export const nearLimit = 0.7

/** Tools of which at least 70% are used, the fullest first. What a plan doesn't include isn't near its limit. */
export function getToolsNearLimit(
  plan: Partial<Record<ToolType, number>>,
  usage: Partial<Record<ToolType, number>>,
): { tool: ToolType; used: number; allowance: number }[] {
  return toolTypes
    .map((tool) => ({ tool, used: usage[tool] ?? 0, allowance: plan[tool] ?? 0 }))
    .filter(({ used, allowance }) => allowance > 0 && allowance < unlimited && used / allowance >= nearLimit)
    .sort((a, b) => b.used / b.allowance - a.used / a.allowance)
}
