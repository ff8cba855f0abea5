import { expect, test } from 'vitest'
import { numberSources } from './number-sources.ts'

const source = (n: number, url = `https://example.com/${n}`) => ({ n, url, title: `Page ${n}` })
const mark = (n: number) => `<sup><a href="#source-${n}">${n}</a></sup>`

test('sources are numbered from 1 in order of appearance, each once', () => {
  const { html, sources } = numberSources(`<p>A${mark(5)} b${mark(3)} c${mark(5)}</p>`, [
    source(3),
    source(5),
    source(8),
  ])
  expect(html).toBe(`<p>A${mark(1)} b${mark(2)} c${mark(1)}</p>`)
  expect(sources.map(({ n, title }) => [n, title])).toEqual([
    [1, 'Page 5'],
    [2, 'Page 3'],
  ])
})

test('a page cited under two numbers is one source', () => {
  const twice = [source(1), source(2, 'https://example.com/1'), source(4)]
  const { html, sources } = numberSources(`<p>A${mark(1)}${mark(2)} b${mark(4)} c${mark(2)}</p>`, twice)
  expect(html).toBe(`<p>A${mark(1)} b${mark(2)} c${mark(1)}</p>`)
  expect(sources).toHaveLength(2)
})
