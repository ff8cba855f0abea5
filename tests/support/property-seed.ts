/**
 * Property tests draw new cases on every run. With PROPERTY_SEED they draw the same ones, so that continuous integration fails
 * for what a change did and never by chance.
 */
const seed = Number(process.env.PROPERTY_SEED ?? Number.NaN)
if (Number.isInteger(seed)) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed })
}

export {}
