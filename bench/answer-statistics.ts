import { simulate, type World } from '../src/features/answers/rules/statistics/simulate.ts'

/**
 * Checks the statistics of AI answers over simulated months: intervals must hold the truth in 93 to 97 %, at most 5 % of months without
 * a change may call one (with three standard errors of the simulation allowed), and power must be as announced within 5 points.
 *
 *     npm run bench -- answer-statistics [months]
 */

const months = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 1000)
const worlds: World[] = [
  { prompts: 40, runs: 12, share: 0.3, between: 0.3 },
  { prompts: 20, runs: 10, share: 0.3, between: 0.3, failing: 0.1 },
  { prompts: 40, runs: 20, share: 0.2, between: 0.2 },
  { prompts: 25, runs: 8, share: 0.5, between: 0.4 },
  { prompts: 12, runs: 20, share: 0.4, between: 0.2 },
]

let failures = 0
for (const [at, world] of worlds.entries()) {
  const found = simulate(world, { months, change: 0.1, seed: 2500 + at })
  const allowed = 3 * Math.sqrt((0.05 * 0.95) / months)
  const checks = {
    wilson: found.wilson >= 0.93 && found.wilson <= 0.97,
    bootstrap: found.bootstrap >= 0.93 && found.bootstrap <= 0.97,
    falseCells: found.falseCells <= 0.05 + allowed,
    falseSet: found.falseSet <= 0.05 + allowed,
    power: Math.abs(found.power - found.announced) <= 0.05,
  }
  const missed = Object.entries(checks).flatMap(([name, isMet]) => (isMet ? [] : [name]))
  failures += missed.length
  console.log(JSON.stringify(world), JSON.stringify(found), missed.length > 0 ? `MISSED: ${missed.join(', ')}` : 'ok')
}
process.exitCode = failures > 0 ? 1 : 0
