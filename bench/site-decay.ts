import { createSites, evaluate } from './synthetic-sites.ts'

/**
 * Decay on 200 synthetic sites with a known truth: lost positions, lost CTR, falling demand, slow decays, seasons, holidays, and flat
 * sites. Targets: precision ≥ .9 at recall ≥ .8, causes right in ≥ 85 %, at most 5 % of flat sites with a false alert.
 *
 *     npm run bench -- site-decay [sites] [seed]
 */
const [sites = 200, seed = 2601] = process.argv.flatMap((argument) =>
  /^\d+$/.test(argument) ? [Number(argument)] : [],
)
const started = performance.now()
const found = evaluate(createSites(sites, seed))
console.log(JSON.stringify(found, null, 2))
console.log(`${Math.round(performance.now() - started)} ms for ${sites} sites`)
const missed = [
  found.precision < 0.9 && 'precision',
  found.recall < 0.8 && 'recall',
  found.causesRight < 0.85 && 'causes',
  found.flatSitesWithAlerts > 0.05 && 'flat sites',
].filter(Boolean)
if (missed.length > 0) console.log(`MISSED: ${missed.join(', ')}`)
process.exitCode = missed.length > 0 ? 1 : 0
