import { measureOutcome, type WindowClicks } from '../src/features/sites/rules/outcomes/measure-outcome.ts'
import { seededRandom } from './seeded-random.ts'
import { gamma, normal, poisson, weekday } from './synthetic-sites.ts'

/**
 * Outcomes on synthetic sites with a known truth: pages that move together and apart, one of which was worked on with an effect of −40 to
 * +60 % or none. The 95 % interval must hold the effect in 93 to 97 %.
 *
 *     npm run bench -- site-outcomes [sites] [seed]
 */
const [sites = 4000, seed = 2602] = process.argv.flatMap((argument) =>
  /^\d+$/.test(argument) ? [Number(argument)] : [],
)
const random = seededRandom(seed)

function createWindows(site: number[], { apart, effect }: { apart: number; effect: number }): WindowClicks {
  const kappa = 0.01 + 0.05 * random()
  const rho = 0.2 + 0.3 * random()
  const wave = 0.05 + 0.07 * random()
  const size = Math.exp(2.2 + random() * 2.2)
  const own = apart * normal(random)
  const days = (level: number, shift: number) => {
    let state = normal(random) * wave
    return Array.from({ length: 28 }, (_, at) => {
      state = rho * state + Math.sqrt(1 - rho ** 2) * wave * normal(random)
      const mean = size * level * Math.exp(state) * weekday[at % 7]! * site[shift + at]!
      return poisson(random, mean * gamma(random, 1 / kappa) * kappa)
    })
  }
  return { before: days(1, 0), after: days(Math.exp(own + effect), 28) }
}

let [covered, none, falseVerdicts, moved, found, wrong] = [0, 0, 0, 0, 0, 0]
for (let index = 0; index < sites; index++) {
  const trend = 0.3 * normal(random)
  const hasHoliday = random() < 0.3
  const holiday = 3 + Math.floor(random() * 20)
  const site = Array.from({ length: 56 }, (_, at) => {
    const level = Math.exp(at < 28 ? 0 : trend)
    return hasHoliday && (at === 28 + holiday || at === 29 + holiday) ? level * 0.4 : level
  })
  const apart = 0.02 + 0.12 * random()
  const effect = random() < 0.4 ? 0 : Math.log(0.6 + random())
  const page = createWindows(site, { apart, effect })
  const controls = Array.from({ length: 8 + Math.floor(random() * 60) }, () =>
    createWindows(site, { apart, effect: 0 }),
  )
  const all = controls.reduce(
    (sum, one) => ({
      before: sum.before.map((value, at) => value + one.before[at]!),
      after: sum.after.map((value, at) => value + one.after[at]!),
    }),
    page,
  )
  const { interval, verdict } = measureOutcome(all, page, controls)
  const truth = Math.exp(effect) - 1
  if (interval && interval.low <= truth && interval.high >= truth) covered++
  if (effect === 0) {
    none++
    if (verdict !== 'unclear') falseVerdicts++
  } else {
    moved++
    if (verdict !== 'unclear') found++
    if (verdict === (effect > 0 ? 'lost' : 'gained')) wrong++
  }
}
const coverage = covered / sites
console.log(
  JSON.stringify({
    ...{ sites, coverage, verdictsWithoutEffect: falseVerdicts / none, verdictsWithEffect: found / moved },
    wrongWay: wrong / moved,
  }),
)
const isMet = coverage >= 0.93 && coverage <= 0.97
if (!isMet) console.log('MISSED: coverage')
process.exitCode = isMet ? 0 : 1
