import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { loader } from './shared-report-page.tsx'

type Input = { rows?: { volume_min?: number } }

/** Opens the page at this address; the API refuses filters by more than `limit`. */
async function open(search: string, limit = Number.POSITIVE_INFINITY) {
  const sent: Input['rows'][] = []
  const call = async (_endpoint: unknown, { rows }: Input) => {
    sent.push(rows)
    if ((rows?.volume_min ?? 0) > limit) throw new AppError('invalid_input', 'No.', { reason: 'filter_not_shared' })
    return {
      report: { finished_at: null },
      rows: rows ? { items: [], total: 0, of: 3 } : null,
      brand: null,
      pass: null,
    }
  }
  const context = new RouterContextProvider()
  context.set(pageContext, { call, publicUrl: 'https://earshot.example', mapped: null } as never)
  const request = new Request(`https://earshot.example/r/token${search}`)
  const { requested, isFilterUnusable, full } = await loader({ request, context, params: { token: 'token' } } as never)
  return { sent, requested, isFilterUnusable, full }
}

const filter = `filter=${encodeURIComponent('{"volume_min":500}')}`

test('the filter of the address is sent, and shown as the one that is on', async () => {
  expect(await open(`?${filter}&all`)).toEqual({
    ...{ sent: [{ volume_min: 500 }], requested: { volume_min: 500 }, isFilterUnusable: false, full: true },
  })
  expect(await open('')).toEqual({ sent: [undefined], requested: undefined, isFilterUnusable: false, full: false })
})

test('a filter that can’t be used opens the report without it, and says so', async () => {
  const without = { requested: undefined, isFilterUnusable: true, full: false }
  expect(await open(`?${filter}`, 100)).toEqual({ ...without, sent: [{ volume_min: 500 }, undefined] })
  expect(await open('?filter=%7Bbroken')).toEqual({ ...without, sent: [undefined] })
  expect(await open(`?filter=${encodeURIComponent('{"hidden":true}')}`)).toEqual({ ...without, sent: [undefined] })
})
