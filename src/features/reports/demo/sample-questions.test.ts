import { expect, test } from 'vitest'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { isSampleTopic, samplePage, sampleSource } from '#providers/search-data/sample.ts'
import { sampleTopic } from '../web/demo/static-sample.ts'
import { createDemoReports } from './demo-report.ts'

/** Tasks run in this thread with the same result. */
const threads: Threads = {
  run: async (module, input) => (await import(module.href)).default(input),
  stop: async () => {},
}

test('the public pages draw the questions of the demo’s report', async () => {
  const demo = createDemoReports({
    sources: new Map([['sample', sampleSource]]),
    isSampleTopic,
    fetchPage: async (url) => ({
      ok: true,
      url,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      bytes: new TextEncoder().encode(samplePage(url)!),
    }),
    threads,
    countOrRefuse: async () => {},
  })
  const { signal } = new AbortController()
  const { sections } = await demo.report({ query: sampleTopic, country: 'US', language: 'en' }, '203.0.113.9', signal)
  const questions = sections.questions!.map(({ text, modifier, popularity }) => ({ text, modifier, popularity }))
  expect(questions.length).toBeGreaterThan(20)
  // vitest -u writes the file again after the sample data changed.
  await expect(`${JSON.stringify(questions, null, 2)}\n`).toMatchFileSnapshot('../web/demo/sample-questions.json')
})
