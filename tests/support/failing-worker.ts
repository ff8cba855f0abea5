/** A worker process for tests that answers, exits or hangs. */
process.on('disconnect', () => process.exit(0))
process.on('message', (task: 'answer' | 'refuse' | 'end' | 'hang' | 'environment') => {
  if (task === 'answer') process.send?.({ output: process.pid })
  if (task === 'refuse')
    process.send?.({ error: { code: 'conflict', message: 'It is taken.', retryable: false, field: 'file' } })
  if (task === 'environment') process.send?.({ output: Object.keys(process.env) })
  if (task === 'end') process.exit(7)
  if (task === 'hang') for (;;);
})
