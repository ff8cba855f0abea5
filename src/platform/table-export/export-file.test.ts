import fc from 'fast-check'
import Papa from 'papaparse'
import readWorkbook from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { fileSlug } from '#kit/download-name.ts'
import { guardFormula, unguardFormula } from '#kit/formula-guard.ts'
import { createThreads } from '../threads/worker-threads.ts'
import { contentDisposition, type ExportColumn, type ExportFile, exportTable, exportTables } from './export-file.ts'

const columns: ExportColumn[] = [
  { key: 'text', label: 'Keyword', type: 'text' },
  { key: 'volume', label: 'Search volume', type: 'number' },
  { key: 'cpc', label: 'CPC', type: 'money' },
  { key: 'seen', label: 'First seen', type: 'date' },
  { key: 'live', label: 'Live', type: 'text' },
]
const rows = [
  { text: 'best kettle, quiet', volume: 1300, cpc: 1.5, seen: '2026-05-01', live: true },
  { text: 'say "tea"\nloudly', volume: 0, cpc: null, seen: '2026-05-01T10:30:00.000Z', live: false },
  { text: '=HYPERLINK("http://x")', volume: -5, cpc: 0.333, seen: null, live: null },
  { text: 'Größe | 東京 <b>', volume: Number.NaN, seen: 'soon' },
]
const about = { title: 'Kettles & Töpfe', meta: [['Country', 'US']] as [string, string][] }

const getBytes = async ({ body }: ExportFile) => new Uint8Array(await new Response(body).arrayBuffer())
const toText = async (file: ExportFile) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await getBytes(file))

describe('CSV', () => {
  test('marked as UTF-8, quoted by RFC 4180, formulas as text, numbers as numbers', async () => {
    const file = await exportTable('csv', { ...about, columns, rows })
    expect(file).toMatchObject({ contentType: 'text/csv; charset=utf-8', fileName: 'kettles-topfe.csv' })
    expect(await toText(file)).toBe(
      [
        '\ufeffKeyword,Search volume,CPC,First seen,Live',
        '"best kettle, quiet",1300,1.5,2026-05-01,true',
        '"say ""tea""\nloudly",0,,2026-05-01T10:30:00.000Z,false',
        `"'=HYPERLINK(""http://x"")",-5,0.333,,`,
        'Größe | 東京 <b>,,,soon,',
        '',
      ].join('\r\n'),
    )
  })

  test('without the mark, and with several tables', async () => {
    const table = { title: 'One', columns: columns.slice(0, 2), rows: rows.slice(0, 1) }
    const text = await toText(
      await exportTables('csv', { ...about, tables: [table, { ...table, title: 'Two' }] }, { bom: false }),
    )
    expect(text).toBe(
      'One\r\nKeyword,Search volume\r\n"best kettle, quiet",1300\r\n\r\nTwo\r\nKeyword,Search volume\r\n"best kettle, quiet",1300\r\n',
    )
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', "'=1", '＝1', '-'])(
    '%j never starts as a formula',
    async (text) => {
      const file = await exportTable('csv', { ...about, columns: columns.slice(0, 1), rows: [{ text }] })
      const read = Papa.parse<string[]>((await toText(file)).slice(1)).data[1]![0]!
      expect(read).toBe(`'${text}`)
      expect(unguardFormula(read)).toBe(text)
    },
  )

  test('a header that looks like a formula is escaped too', async () => {
    const file = await exportTable('csv', { ...about, columns: [{ key: 'a', label: '=a', type: 'text' }], rows: [] })
    expect(await toText(file)).toBe(`\ufeff"'=a"\r\n`)
  })

  test('escaping a formula is reversible', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '=', '-', ' ', '\t', '\n', 'a') }), (text) => {
        expect(unguardFormula(guardFormula(text))).toBe(text)
        expect(guardFormula(text)).not.toMatch(/^\s*[=+\-@]/)
      }),
    )
  })
})

test('large tables are streamed in chunks, as the reader asks for them', async () => {
  let made = 0
  function* many() {
    for (; made < 100_000; made++) yield { text: `keyword ${made}`, volume: made }
  }
  for (const format of ['csv', 'json', 'md'] as const) {
    made = 0
    const { body } = await exportTable(format, { ...about, columns: columns.slice(0, 2), rows: many() })
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await reader.read()
    expect(made).toBeLessThan(5000)
    let largest = 0
    for (let part = await reader.read(); !part.done; part = await reader.read())
      largest = Math.max(largest, part.value.length)
    expect(made).toBe(100_000)
    expect(largest).toBeLessThan(100_000)
  }
})

test('canceling a download stops reading its rows', async () => {
  let closed = false
  async function* endless() {
    try {
      for (let at = 0; ; at++) yield { text: `keyword ${at}` }
    } finally {
      closed = true
    }
  }
  const { body } = await exportTable('csv', { ...about, columns: columns.slice(0, 1), rows: endless() })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  for (let part = 0; part < 4; part++) await reader.read()
  await reader.cancel()
  expect(closed).toBe(true)
})

describe('JSON', () => {
  test('title, meta and rows by their keys', async () => {
    const file = await exportTable('json', { ...about, columns, rows })
    expect(file.contentType).toBe('application/json; charset=utf-8')
    const read = JSON.parse(await toText(file))
    expect(read).toEqual({ title: 'Kettles & Töpfe', meta: { Country: 'US' }, rows: expect.any(Array) })
    expect(read.rows[3]).toEqual({ text: 'Größe | 東京 <b>', volume: null, cpc: null, seen: 'soon', live: null })
    expect(read.rows[2].text).toBe('=HYPERLINK("http://x")')
  })

  test('no rows, and several tables', async () => {
    expect(JSON.parse(await toText(await exportTable('json', { ...about, columns, rows: [] })))).toMatchObject({
      rows: [],
    })
    const tables = [
      { title: 'A', columns, rows: [] },
      { title: 'B', columns: columns.slice(0, 1), rows },
    ]
    expect(JSON.parse(await toText(await exportTables('json', { ...about, tables }))).tables).toMatchObject([
      { title: 'A', rows: [] },
      { title: 'B', rows: rows.map(({ text }) => ({ text })) },
    ])
  })
})

describe('Markdown', () => {
  test('cell contents can’t break the table or become markup', async () => {
    const file = await exportTable('md', {
      ...about,
      columns,
      rows: [...rows, { text: '[a](javascript:x) *b* `c` \\ _d_' }, { text: 'https://example.com/a_b' }],
    })
    expect(await toText(file)).toBe(
      [
        '# Kettles & Töpfe',
        '',
        '- Country: US',
        '',
        '| Keyword | Search volume | CPC | First seen | Live |',
        '| --- | ---: | ---: | --- | --- |',
        '| best kettle, quiet | 1300 | 1.50 | 2026-05-01 | yes |',
        '| say "tea"<br>loudly | 0 |  | 2026-05-01 | no |',
        '| =HYPERLINK("http://x") | -5 | 0.33 |  |  |',
        '| Größe \\| 東京 &lt;b> |  |  | soon |  |',
        '| \\[a\\](javascript:x) \\*b\\* \\`c\\` \\\\ \\_d\\_ |  |  |  |  |',
        '| <https://example.com/a_b> |  |  |  |  |',
        '',
      ].join('\n'),
    )
  })

  test('several tables become sections', async () => {
    const table = { title: 'One', columns: columns.slice(0, 1), rows: [{ text: 'a' }] }
    expect(
      await toText(await exportTables('md', { title: 'T', meta: [], tables: [table, { ...table, title: 'Two' }] })),
    ).toBe('# T\n\n## One\n\n| Keyword |\n| --- |\n| a |\n\n## Two\n\n| Keyword |\n| --- |\n| a |\n')
  })
})

describe('XLSX', () => {
  const open = async (file: ExportFile) => readWorkbook(Buffer.from(await getBytes(file)))

  test('reads back with typed numbers, dates and booleans, texts as text, and facts on the last sheet', async () => {
    const file = await exportTable('xlsx', { ...about, columns, rows })
    expect(file.fileName).toBe('kettles-topfe.xlsx')
    const sheets = await open(file)
    expect(sheets).toEqual([
      {
        sheet: 'Kettles & Töpfe',
        data: [
          ['Keyword', 'Search volume', 'CPC', 'First seen', 'Live'],
          ['best kettle, quiet', 1300, 1.5, new Date('2026-05-01'), true],
          ['say "tea"\nloudly', 0, null, new Date('2026-05-01T10:30:00Z'), false],
          ['=HYPERLINK("http://x")', -5, 0.333, null, null],
          ['Größe | 東京 <b>', null, null, 'soon', null],
        ],
      },
      {
        sheet: 'About',
        data: [
          ['Kettles & Töpfe', null],
          ['Country', 'US'],
        ],
      },
    ])
  })

  test('the header is bold and frozen, and columns are wide enough', async () => {
    const { unzipSync, strFromU8 } = await import('fflate')
    const parts = unzipSync(await getBytes(await exportTable('xlsx', { ...about, columns, rows })))
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
    expect(sheet).toContain('state="frozen"')
    expect(sheet).toContain('ySplit="1"')
    expect(sheet).toMatch(/<col min="1" max="1" width="24"/)
    expect(sheet).not.toContain('<f>')
    expect(strFromU8(parts['xl/styles.xml']!)).toContain('<b/>')
  })

  test('control characters and escapes read back unchanged', async () => {
    const texts = ['constructor', '__proto__', 'toString', '_x0041_', '&lt;', ' spaces ', '😀'.repeat(10), 'a\u0001b']
    const [sheet] = await open(
      await exportTable('xlsx', { ...about, columns: columns.slice(0, 1), rows: texts.map((text) => ({ text })) }),
    )
    expect(sheet!.data.slice(1).map(([text]) => text)).toEqual([
      'constructor',
      '__proto__',
      'toString',
      '_x0041_',
      '&lt;',
      'spaces',
      '😀'.repeat(10),
      'a b',
    ])
  })

  test('a cell is cut at 32,767 characters', async () => {
    const [sheet] = await open(
      await exportTable('xlsx', { ...about, columns: columns.slice(0, 1), rows: [{ text: 'x'.repeat(40_000) }] }),
    )
    expect(String(sheet!.data[1]![0])).toHaveLength(32_767)
  })

  test('sheet names are valid in Excel and unique', async () => {
    const titles = ['A/B: [c]?*', 'a b c', 'x'.repeat(40), 'x'.repeat(45), 'History', '', "'quoted'", 'About']
    const tables = titles.map((title) => ({ title, columns: columns.slice(0, 1), rows: [{ text: 'a' }] }))
    const names = (await open(await exportTables('xlsx', { ...about, tables }))).map(({ sheet }) => sheet)
    expect(names).toEqual([
      'A B c',
      'a b c 2',
      'x'.repeat(31),
      `${'x'.repeat(29)} 2`,
      'History 1',
      'Sheet',
      'quoted',
      'About',
      'About 2',
    ])
  })

  test('a worker thread writes the same workbook', async () => {
    const threads = createThreads()
    try {
      const body = await threads.run<Uint8Array>(new URL('./export-thread.ts', import.meta.url), {
        ...about,
        tables: [{ title: about.title, columns, rows }],
      })
      expect(await readWorkbook(Buffer.from(body))).toEqual(
        await open(await exportTable('xlsx', { ...about, columns, rows })),
      )
    } finally {
      await threads.stop()
    }
  })
})

describe('file names', () => {
  test.each([
    ['Kettles & Töpfe', 'kettles-topfe'],
    ['Größe', 'grosse'],
    ['東京', 'report'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'report-con'],
    ['a'.repeat(200), 'a'.repeat(80)],
  ])('%s', (title, slug) => {
    expect(fileSlug(title)).toBe(slug)
  })

  test('the header has an ASCII name and the real one', () => {
    expect(contentDisposition('Größe "東京"', 'csv')).toBe(
      `attachment; filename="grosse.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E6%9D%B1%E4%BA%AC.csv`,
    )
    expect(contentDisposition("it's (a) test*", 'md')).toBe(
      `attachment; filename="it-s-a-test.md"; filename*=UTF-8''it%27s%20%28a%29%20test.md`,
    )
    expect(contentDisposition('', 'csv')).toBe(`attachment; filename="report.csv"; filename*=UTF-8''report.csv`)
  })

  test('no title can break the header, name a folder or break the encoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const header = contentDisposition(title, 'csv')
        expect(header).toMatch(/^attachment; filename="[a-z0-9-]+\.csv"; filename\*=UTF-8''[\w.%~!-]+\.csv$/)
        expect(decodeURIComponent(header.split("''")[1]!)).not.toMatch(/[/\\\p{Cc}]/u)
        expect(() => new Headers({ 'Content-Disposition': header })).not.toThrow()
      }),
    )
  })
})
