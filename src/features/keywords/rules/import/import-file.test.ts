import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { beforeAll, describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { AppError } from '#kit/errors.ts'
import { exportTable } from '#platform/table-export/export-file.ts'
import type { ImportKind } from '../../contract.ts'
import { type ImportedKeyword, type ImportResult, parseImportFile } from './import-file.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
const getBytes = (text: string) => new TextEncoder().encode(text)
const parse = (text: string, name = 'keywords.csv', kind?: ImportKind) => parseImportFile(getBytes(text), name, kind)
const texts = ({ keywords }: ImportResult) => keywords.map(({ text }) => text)
const getFields = ({ columns }: ImportResult) =>
  Object.fromEntries(columns.flatMap(({ header, field }) => (field && field !== 'monthly' ? [[header, field]] : [])))

const nothing: Omit<ImportedKeyword, 'line' | 'text'> = {
  volume: null,
  impressions: null,
  clicks: null,
  ctr: null,
  position: null,
  cpc: null,
  competition: null,
  difficulty: null,
  intent: null,
  url: null,
  monthly: [],
  serp_features: [],
  topic: null,
  parent_topic: null,
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}

describe('Search Console', () => {
  test('the queries table', async () => {
    const result = await parseImportFile(fixture('search-console-queries-en.csv'), 'Queries.csv')
    expect(result).toMatchObject({ kind: 'search_console', rows: 3, accepted: 3, rejected_total: 0, delimiter: ',' })
    expect(result.keywords).toEqual([
      {
        ...nothing,
        line: 2,
        text: 'best pour over kettle',
        clicks: 45,
        impressions: 1310,
        ctr: 0.0344,
        position: 7.42,
      },
      { ...nothing, line: 3, text: 'kettle, gooseneck', clicks: 0, impressions: 87, ctr: 0, position: 23.7 },
      { ...nothing, line: 4, text: 'how to descale a kettle', clicks: 12, impressions: 12, ctr: 1, position: 1 },
    ])
  })

  test('German numbers', async () => {
    const { keywords } = await parseImportFile(fixture('search-console-queries-de.csv'), 'Suchanfragen.csv')
    expect(keywords).toMatchObject([
      { text: 'wasserkocher entkalken', clicks: 45, impressions: 1310, ctr: 0.0344, position: 7.42 },
      { text: 'größe, filter', clicks: 0, impressions: 87, ctr: 0, position: 23.7 },
    ])
  })

  test.each([
    ['English', 'Top queries,Clicks,Impressions,CTR,Position'],
    ['German', 'Häufigste Suchanfragen;Klicks;Impressionen;Klickrate;Durchschnittliche Position'],
    ['French', 'Requêtes les plus fréquentes,Clics,Impressions,CTR,Position'],
    ['Spanish', 'Consultas principales,Clics,Impresiones,CTR,Posición'],
    ['Italian', 'Query più frequenti,Clic,Impressioni,CTR,Posizione'],
    ['Portuguese', 'Principais consultas,Cliques,Impressões,CTR,Posição'],
    ['Dutch', 'Populairste zoekopdrachten,Klikken,Vertoningen,CTR,Positie'],
    ['Polish', 'Najczęstsze zapytania,Kliknięcia,Wyświetlenia,CTR,Pozycja'],
    ['Swedish', 'Vanligaste sökfrågorna,Klick,Visningar,CTR,Position'],
    ['Turkish', 'En çok yapılan sorgular,Tıklamalar,Gösterimler,TO,Konum'],
    ['Russian', 'Популярные запросы,Клики,Показы,CTR,Позиция'],
    ['Japanese', '上位のクエリ,クリック数,表示回数,CTR,掲載順位'],
    ['Korean', '인기 검색어,클릭수,노출,CTR,게재순위'],
    ['Chinese', '热门查询,点击次数,展示,点击率,排名'],
    ['a language nobody listed', 'Qui,Quae,Quod,Cuius,Cui'],
  ])('headers in %s', async (_, header) => {
    const row = header.includes(';') ? 'kettle;10;100;10%;4,2' : 'kettle,10,100,10%,4.2'
    const result = await parse(`${header}\n${row}\n`)
    expect(result.kind).toBe('search_console')
    expect(result.columns.map(({ field }) => field)).toEqual(['text', 'clicks', 'impressions', 'ctr', 'position'])
    expect(result.keywords).toEqual([
      { ...nothing, line: 2, text: 'kettle', clicks: 10, impressions: 100, ctr: 0.1, position: 4.2 },
    ])
  })

  test('the zip: finds the queries table, the last day and the country filter', async () => {
    const result = await parseImportFile(fixture('search-console-en.zip'), 'example.com-Performance-on-Search.zip')
    expect(result).toMatchObject({ kind: 'search_console', as_of: '2026-08-31', country: 'GB' })
    expect(texts(result)).toEqual(['gooseneck kettle', 'kettle temperature for green tea'])
  })

  test('the zip in a language whose word for queries is unknown', async () => {
    const result = await parseImportFile(fixture('search-console-el.zip'), 'export.zip')
    expect(result.kind).toBe('search_console')
    expect(result.keywords).toMatchObject([{ text: 'βραστήρας νερού', ctr: 0.05, position: 6.1 }])
  })

  test('the workbook', async () => {
    const result = await parseImportFile(fixture('search-console-en.xlsx'), 'export.xlsx')
    expect(result).toMatchObject({ kind: 'search_console', as_of: '2026-08-31', country: 'DE', delimiter: null })
    expect(result.keywords).toMatchObject([
      { line: 2, text: 'gooseneck kettle', clicks: 20, impressions: 400, ctr: 0.05, position: 6.1 },
      { line: 3, text: 'kettle 2026' },
      { line: 4, text: '2026' },
    ])
  })

  test('a comparison uses the newer period', async () => {
    const { keywords } = await parseImportFile(fixture('search-console-compare-en.csv'), 'Queries.csv')
    expect(keywords).toMatchObject([{ clicks: 50, impressions: 1000, ctr: 0.05, position: 6 }])
  })

  test('impressions are never imported as volume', async () => {
    const result = await parse('Query,Clicks,Impressions,Volume\nkettle,1,10,500\n', 'q.csv', 'search_console')
    expect(result.keywords).toMatchObject([{ impressions: 10, volume: null }])
    expect(getFields(result)).not.toHaveProperty('Volume')
  })

  test('tables of pages and countries are rejected with a hint about what to upload', async () => {
    const pages = 'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/,1,2,50%,3\n'
    const error = await refusal(parse(pages, 'Pages.csv'))
    expect(error.code).toBe('invalid_input')
    expect(error.message).toBe(
      'This is the pages table of a Search Console export. Pages aren’t keywords, so it can’t be imported. Upload Queries.csv or the whole zip.',
    )
    const countries = 'Χώρα,Κλικ,Εμφανίσεις,CTR,Θέση\nΕλλάδα,1,2,50%,3\nΓαλλία,1,2,50%,3\n'
    const refused = await refusal(parse(countries))
    expect(refused.options.field).toBe('file')
    expect(refused.message).toContain('the countries table of a Search Console export')
  })

  test('tables that are left out are listed with their content and row count', async () => {
    const zip = zipSync({
      'Pages.csv': getBytes(
        'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/,1,2,50%,3\nhttps://example.com/a,1,2,50%,3\n',
      ),
      'Queries.csv': getBytes('Top queries,Clicks,Impressions,CTR,Position\nkettle,1,2,50%,3\n'),
      'Geräte.csv': getBytes('Gerät,Klicks,Impressionen,CTR,Position\nMobile,1,2,50%,3\n'),
      'Chart.csv': getBytes('Date,Clicks,Impressions,CTR,Position\n2026-10-31,1,2,50%,3\n'),
    })
    const result = await parseImportFile(zip, 'export.zip')
    expect(texts(result)).toEqual(['kettle'])
    expect(result.left_out).toEqual([
      { name: 'Pages.csv', holds: 'pages', rows: 2 },
      { name: 'Geräte.csv', holds: 'devices', rows: 1 },
      { name: 'Chart.csv', holds: 'dates', rows: 1 },
    ])
  })

  test('a second keyword table is listed as left out', async () => {
    const zip = zipSync({
      'a.csv': getBytes('Keyword,Volume\nkettle,10\ntea,20\n'),
      'b.csv': getBytes('Keyword\npot\n'),
    })
    const result = await parseImportFile(zip, 'two.zip')
    expect(texts(result)).toEqual(['kettle', 'tea'])
    expect(result.left_out).toEqual([{ name: 'b.csv', holds: 'keywords', rows: 1 }])
  })
})

describe('Keyword Planner', () => {
  test('UTF-16, preamble, months, bids', async () => {
    const result = await parseImportFile(fixture('keyword-planner-en.csv'), 'Keyword Stats 2026-05-09 at 21_25_18.csv')
    expect(result).toMatchObject({
      kind: 'keyword_planner',
      encoding: 'utf-16le',
      delimiter: '\t',
      as_of: '2026-04-30',
      rows: 4,
      accepted: 3,
      rejected: [{ line: 4, reason: 'no keyword' }],
    })
    expect(getFields(result)).toEqual({
      Keyword: 'text',
      Currency: 'currency',
      'Avg. monthly searches': 'volume',
      'Competition (indexed value)': 'competition_index',
      'Top of page bid (high range)': 'bid_high',
    })
    const [first, second, third] = result.keywords
    expect(first).toMatchObject({
      line: 5,
      text: 'gooseneck kettle',
      volume: { value: 22_200, low: null, high: null },
      cpc: { value: 2.41, currency: 'USD' },
      competition: 1,
    })
    expect(first!.monthly).toHaveLength(12)
    expect(first!.monthly[0]).toEqual({ t: '2025-05-01', v: 22_200 })
    expect(first!.monthly.at(-1)).toEqual({ t: '2026-04-01', v: 27_100 })
    expect(second).toMatchObject({ competition: 0.45, cpc: null })
    expect(third).toEqual({ ...nothing, line: 7, text: 'kettle that sings' })
  })

  test('ranges in Spanish are imported as ranges', async () => {
    const result = await parseImportFile(fixture('keyword-planner-ranges-es.csv'), 'kw.csv')
    expect(result).toMatchObject({ kind: 'keyword_planner', as_of: '2026-04-30' })
    expect(result.keywords).toMatchObject([
      { volume: { value: null, low: 10_000, high: 100_000 }, cpc: { value: 1.45, currency: 'EUR' }, competition: 0.88 },
      { volume: { value: null, low: 100, high: 1000 }, cpc: { value: 0.33 } },
      { volume: { value: null, low: 1_000_000, high: 10_000_000 }, cpc: null },
    ])
  })

  test('rounded volumes of 50, 500, 5000 are imported as ranges', async () => {
    const { keywords } = await parseImportFile(fixture('keyword-planner-buckets.csv'), 'kw.csv')
    expect(keywords.map(({ volume }) => volume)).toEqual([
      { value: 500_000, low: 100_000, high: 1_000_000 },
      { value: 50_000, low: 10_000, high: 100_000 },
      { value: 5000, low: 1000, high: 10_000 },
      { value: 500, low: 100, high: 1000 },
      { value: 50, low: 10, high: 100 },
      { value: 0, low: null, high: null },
    ])
  })

  test('competition in words is ignored, and its column is listed as unused', async () => {
    const result = await parse(
      'Keyword\tAvg. monthly searches\tCompetition\tTop of page bid (low range)\na\t10\tHigh\t0.5\n',
    )
    expect(result.kind).toBe('keyword_planner')
    expect(result.keywords[0]).toMatchObject({ competition: null, cpc: { value: 0.5 } })
    expect(getFields(result)).not.toHaveProperty('Competition')
  })
})

describe('Semrush', () => {
  test('magic tool', async () => {
    const result = await parseImportFile(
      fixture('semrush-magic-tool.csv'),
      'gooseneck-kettle_broad-match_us_2026-05-01.csv',
    )
    expect(result).toMatchObject({ kind: 'semrush', as_of: '2026-05-01', country: 'US' })
    expect(result.keywords).toEqual([
      {
        ...nothing,
        line: 2,
        text: 'gooseneck kettle',
        volume: { value: 40_500, low: null, high: null },
        cpc: { value: 0.87, currency: 'USD' },
        competition: 1,
        difficulty: 43,
        intent: 'Commercial, Informational',
        serp_features: ['Sitelinks', 'AI Overview', 'Image pack', 'People also ask'],
        // Twelve months before the month of the file, relative to the highest: no searches.
        interest: [81, 100, 82, 54, 44, 44, 44, 36, 36, 44, 54, 66].map((v, at) => ({
          t: `${at < 8 ? 2025 : 2026}-${String(at < 8 ? at + 5 : at - 7).padStart(2, '0')}-01`,
          v,
        })),
      },
      expect.objectContaining({ difficulty: null, volume: { value: 0, low: null, high: null } }),
    ])
  })

  test('the semicolon export with decimal commas and numbered intents', async () => {
    const result = await parseImportFile(fixture('semrush-api-semicolon.csv'), 'export.csv')
    expect(result).toMatchObject({ kind: 'semrush', delimiter: ';', country: 'GB' })
    expect(result.keywords).toMatchObject([
      { cpc: { value: 0.45 }, competition: 0.91, difficulty: 68, intent: 'Informational, Commercial' },
      { cpc: { value: 1.2 }, competition: 0.2, intent: 'Transactional' },
    ])
  })

  test('positions: of a keyword’s ranking pages, the first is used', async () => {
    const result = await parseImportFile(
      fixture('semrush-positions.csv'),
      'example.com-organic.Positions-uk-20260628-2026-06-29T10_00_00Z.csv',
    )
    expect(result).toMatchObject({ kind: 'semrush', as_of: '2026-06-28', country: 'GB', accepted: 1 })
    expect(result.keywords[0]).toMatchObject({ position: 4, url: 'https://example.com/electric', competition: 0.84 })
    expect(result.rejected).toEqual([{ line: 3, reason: 'duplicate of line 2' }])
  })

  test('XLSX', async () => {
    const result = await parseImportFile(fixture('semrush-magic-tool.xlsx'), 'export.xlsx')
    expect(result).toMatchObject({ kind: 'semrush', rows: 3, rejected: [{ line: 3, reason: 'no keyword' }] })
    expect(result.keywords).toMatchObject([
      { line: 2, text: 'gooseneck kettle', volume: { value: 40_500 }, difficulty: 43 },
      { line: 4, text: 'kettle, red', volume: null },
    ])
  })
})

describe('Ahrefs', () => {
  test('UTF-16 with tabs, history with its months', async () => {
    const result = await parseImportFile(
      fixture('ahrefs-keywords-utf16.csv'),
      'google_gb_kettle_matching-terms_2026-08-27.csv',
    )
    expect(result).toMatchObject({ kind: 'ahrefs', as_of: '2026-08-26', country: 'GB', encoding: 'utf-16le' })
    const [first, second] = result.keywords
    expect(first).toMatchObject({ volume: { value: 9000 }, cpc: { value: 0.5 }, difficulty: 24 })
    expect(first!.serp_features).toEqual(['People also ask', 'Thumbnail', 'Sitelinks'])
    expect(first!.monthly).toHaveLength(12)
    expect(first!.monthly.at(-1)).toEqual({ t: '2026-08-01', v: 1800 })
    expect(second).toEqual({ ...nothing, line: 3, text: 'whistling kettle' })
  })

  test('UTF-8 with commas: estimated clicks aren’t imported as clicks', async () => {
    const result = await parseImportFile(fixture('ahrefs-keywords-utf8.csv'), 'export.csv')
    expect(result).toMatchObject({ kind: 'ahrefs', as_of: '2026-08-01', country: 'US' })
    expect(result.keywords).toMatchObject([
      { volume: { value: 1300 }, clicks: null },
      { volume: { value: null, low: 0, high: 10 }, difficulty: 3 },
    ])
  })

  test('organic keywords: position, page and intents in columns', async () => {
    const result = await parseImportFile(fixture('ahrefs-organic-keywords.csv'), 'organic.csv')
    expect(result.kind).toBe('ahrefs')
    expect(result.keywords[0]).toMatchObject({
      position: 4,
      url: 'https://example.com/camping',
      intent: 'Informational, Commercial',
    })
  })
})

describe('any table or list', () => {
  test('windows-1252 list, blank lines counted', async () => {
    const result = await parseImportFile(fixture('list-windows-1252.txt'), 'list.txt')
    expect(result).toMatchObject({ kind: 'generic', encoding: 'windows-1252', delimiter: null, rows: 4 })
    expect(result.keywords.map(({ line, text }) => [line, text])).toEqual([
      [1, 'Café'],
      [2, 'thé – vert'],
      [4, 'bouilloire électrique'],
      [5, 'prix 20 €'],
    ])
  })

  test('semicolons, German headers and numbers, an unknown header', async () => {
    const result = await parseImportFile(fixture('generic-semicolon.csv'), 'a.csv')
    expect(result.keywords).toMatchObject([
      { text: 'wasserkocher', volume: { value: 12_100 }, cpc: { value: 1.25 }, difficulty: 4 },
      { text: 'teekessel', volume: { value: 1900 }, cpc: { value: 0.4 }, difficulty: 7 },
    ])
  })

  test('pipes and CR line ends', async () => {
    const result = await parseImportFile(fixture('generic-pipe-cr.csv'), 'a.csv')
    expect(result.keywords).toMatchObject([
      { line: 2, text: 'kettle "pro"', volume: { value: 1200 }, cpc: { value: 1.25, currency: 'USD' } },
      { line: 3, text: 'tea kettle', cpc: { value: 0.4, currency: 'EUR' } },
    ])
  })

  test('no header: uses the first text column and ignores unnamed numbers', async () => {
    const result = await parseImportFile(fixture('generic-no-header.tsv'), 'a.tsv')
    expect(texts(result)).toEqual(['gooseneck kettle', 'pour over kettle'])
    expect(result.keywords[0]).toEqual({ ...nothing, line: 1, text: 'gooseneck kettle' })
  })

  test('a list with a header, and a list with commas in its lines', async () => {
    expect(texts(await parse('Keyword\r\nkettle\r\ntea\r\n'))).toEqual(['kettle', 'tea'])
    expect(texts(await parse('hotels in paris, france\nhotels in rome, italy\n', 'list.txt'))).toEqual([
      'hotels in paris, france',
      'hotels in rome, italy',
    ])
  })

  test.each(['utf-16le', 'utf-16be'] as const)('%s without a byte order mark', async (encoding) => {
    const wide = Buffer.from('Keyword\tVolume\nthé vert\t10\n', 'utf16le')
    const result = await parseImportFile(encoding === 'utf-16le' ? wide : wide.swap16(), 'a.csv')
    expect(result).toMatchObject({ encoding, delimiter: '\t', keywords: [{ text: 'thé vert' }] })
  })

  test('Shift_JIS and windows-1251 from Japanese and Russian spreadsheets', async () => {
    const japanese = new Uint8Array([
      0x83, 0x50, 0x83, 0x67, 0x83, 0x8b, 0x0a, 0x93, 0x64, 0x8b, 0x43, 0x83, 0x50, 0x83, 0x67, 0x83, 0x8b,
    ])
    expect(texts(await parseImportFile(japanese, 'a.csv'))).toEqual(['ケトル', '電気ケトル'])
    const russian = new Uint8Array([0xf7, 0xe0, 0xe9, 0xed, 0xe8, 0xea])
    expect(texts(await parseImportFile(russian, 'a.csv'))).toEqual(['чайник'])
  })

  test.each([
    ['windows-1250', 'kávovar na zrnkovou kávu\npřekapávaná káva\nžehlička na cesty\nnejlepší rychlovarná konvice'],
    ['windows-1253', 'καφές κρύος\nφρέσκος καφές\nπώς φτιάχνω κρύο καφέ στο σπίτι'],
    [
      'windows-1254',
      'ütü masası fiyatları\nçay makinesi şekersiz\nen iyi kahve değirmeni\nsoğuk demleme nasıl yapılır',
    ],
    ['shift_jis', '水出しコーヒー\nコーヒーミル おすすめ\n珈琲の淹れ方'],
  ])('a list in %s', async (encoding, list) => {
    const result = await parseImportFile(new Uint8Array(iconv.encode(list, encoding)), 'list.txt')
    expect(result.encoding).toBe(encoding)
    expect(texts(result)).toEqual(list.split('\n'))
  })

  test('"sep=;" and a column named in another language', async () => {
    const result = await parse('sep=;\nTerm;Volume\nkettle;10\n')
    expect(result.keywords).toMatchObject([{ line: 3, text: 'kettle', volume: { value: 10 } }])
  })

  test('click rates written 0.123 and 12.3, competition written 0–1 and 0–100', async () => {
    const shares = await parse('Keyword,CTR,Competition\na,0.123,0.5\nb,0.5,1\n')
    expect(shares.keywords).toMatchObject([
      { ctr: 0.123, competition: 0.5 },
      { ctr: 0.5, competition: 1 },
    ])
    const percents = await parse('Keyword,CTR,Competition\na,12.3,50\nb,0.5,1\n')
    expect(percents.keywords).toMatchObject([
      { ctr: 0.123, competition: 0.5 },
      { ctr: 0.005, competition: 0.01 },
    ])
  })

  test('only http(s) URLs are imported as URLs', async () => {
    const { keywords } = await parse('Keyword,URL\na,https://example.com/\nb,javascript:alert(1)\n')
    expect(keywords.map(({ url }) => url)).toEqual(['https://example.com/', null])
  })

  test('a requested format takes precedence over the detected one', async () => {
    expect((await parse('Keyword,Volume\na,1\n', 'a.csv', 'ahrefs')).kind).toBe('ahrefs')
  })
})

describe('lines', () => {
  test('a line is rejected for its keyword, and a cell that can’t be read costs itself alone', async () => {
    const result = await parse(
      [
        'Keyword,Volume,KD,CTR',
        'best coffee,100,1,',
        ',5,1,',
        `${'x'.repeat(201)},5,1,`,
        'cold brew,abc,1,',
        '  BEST   Coffee ,1,1,',
        'negative,-3,1,',
        'too hard,1,101,',
        'too often,1,1,120%',
        'shifted,1,234,5,6',
        '#NAME?,1,1,',
        'fine,"1,234",7,5%',
      ].join('\n'),
    )
    expect(result.rejected).toEqual([
      { line: 3, reason: 'no keyword' },
      { line: 4, reason: 'keyword is longer than 200 characters' },
      { line: 6, reason: 'duplicate of line 2' },
      { line: 10, reason: '5 cells, but the header has 4' },
      { line: 11, reason: 'keyword is a spreadsheet error: #NAME?' },
    ])
    expect(result.unread).toEqual([
      { line: 5, column: 'Volume', reason: 'search volume "abc" isn’t a number' },
      { line: 7, column: 'Volume', reason: 'search volume "-3" is negative' },
      { line: 8, column: 'KD', reason: 'keyword difficulty "101" is above 100' },
      { line: 9, column: 'CTR', reason: 'CTR "120%" is above 100%' },
    ])
    expect(result).toMatchObject({ rows: 11, accepted: 6, rejected_total: 5, unread_total: 4 })
    expect(result.keywords[1]).toMatchObject({ line: 5, text: 'cold brew', volume: null, difficulty: 1 })
    expect(result.keywords[5]).toMatchObject({ line: 12, volume: { value: 1234 }, ctr: 0.05 })
  })

  test('a row across several lines has the number of its first line', async () => {
    const result = await parse('Keyword,Volume\r\n"two\r\nlines",1\r\n\r\n"a ""quoted"" word",2\r\nlast,3\r\n')
    expect(result.keywords.map(({ line, text }) => [line, text])).toEqual([
      [2, 'two lines'],
      [5, 'a "quoted" word'],
      [6, 'last'],
    ])
  })

  test('an unclosed quote affects only its own line', async () => {
    const result = await parse(
      'Keyword,Volume\nfirst,1\n"open,2\nsecond,3\n"third",4\n"fourth, 12" wide",5\n"at the end,6\n',
    )
    expect(texts(result)).toEqual(['first', 'second', 'third', 'fourth, 12" wide'])
    expect(result.rejected).toEqual([
      { line: 3, reason: 'unclosed quote' },
      { line: 7, reason: 'unclosed quote' },
    ])
  })

  test('keywords keep their spelling except for white space and characters a database can’t store', async () => {
    expect(texts(await parse('Keyword\n  C++\u00a0 für\tDUMMIES? \nnul\u0000l\u200b\n'))).toEqual([
      'C++ für DUMMIES?',
      'nul l',
    ])
  })

  test('the limit of 200 characters counts an emoji as one', async () => {
    expect((await parse(`${'😀'.repeat(200)}\n${'😀'.repeat(201)}\n`)).rejected).toEqual([
      { line: 2, reason: 'keyword is longer than 200 characters' },
    ])
  })

  test('the first 1,000 rejected lines are listed, and all are counted', async () => {
    const result = await parse(`Keyword\tVolume\nok\t1\n${'\t5\n'.repeat(1500)}`)
    expect(result.rejected).toHaveLength(1000)
    expect(result).toMatchObject({ rows: 1501, accepted: 1, rejected_total: 1500 })
  })

  test('imports up to 100,000 keywords', async () => {
    const result = await parse(`Keyword\n${Array.from({ length: 100_002 }, (_, at) => `keyword ${at}`).join('\n')}`)
    expect(result).toMatchObject({ accepted: 100_000, rejected_total: 2 })
    expect(result.rejected[0]).toEqual({ line: 100_002, reason: 'over the limit of 100,000 keywords per file' })
  })

  test('lines of nothing but quotes are parsed as fast as others', async () => {
    const result = await parse('"" "" x\n'.repeat(100_000) + '"\n'.repeat(100_000))
    expect(result.accepted + result.rejected_total).toBe(result.rows)
  })
})

test.each([
  ['digits', '1'],
  ['spaces', ' '],
  ['marks', '.,'],
  ['brackets', '( '],
  ['quotes', '"a'],
  ['delimiters', ','],
])('one enormous cell of %s is parsed quickly', async (_, part) => {
  const huge = part.repeat(1_000_000)
  for (const text of [
    huge,
    `Keyword,Volume,CPC,CTR\na,${huge}\nb,1\n`,
    `Keyword,Volume,CPC,CTR\n${huge},1\nb,1,"${huge}",1\nb,1\n`,
  ])
    await parse(text).catch((error: unknown) => expect(error).toBeInstanceOf(AppError))
})

describe('files without a table', () => {
  test.each([
    ['nothing', new Uint8Array(), 'invalid_input'],
    ['white space', getBytes(' \n\r\n\t\n'), 'invalid_input'],
    ['a mark alone', new Uint8Array([0xef, 0xbb, 0xbf]), 'invalid_input'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'unsupported_type'],
    ['a PDF', getBytes('%PDF-1.7\nkeyword,volume'), 'unsupported_type'],
    [
      'an encrypted or old workbook',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 1]),
      'unsupported_type',
    ],
    ['bytes', Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256), 'unsupported_type'],
    ['a web page', getBytes('<!DOCTYPE html><html><body>kettle</body></html>'), 'unsupported_type'],
    ['JSON', getBytes('[{"keyword": "kettle"}]'), 'unsupported_type'],
    ['an empty archive', zipSync({}), 'unsupported_type'],
    ['an archive of pictures', zipSync({ 'a.png': new Uint8Array(20) }), 'invalid_input'],
    ['a text document', zipSync({ 'word/document.xml': getBytes('<w/>') }), 'unsupported_type'],
    ['numbers only', getBytes('1,2\n3,4\n'), 'invalid_input'],
  ] as const)('%s', async (_, bytes, code) => {
    const error = await refusal(parseImportFile(bytes, 'file.csv'))
    expect([error.code, error.options.field]).toEqual([code, 'file'])
    expect(error.message).toMatch(/\.$/)
  })

  test('rejects files over 25 MB or over 1,000 columns', async () => {
    expect((await refusal(parseImportFile(new Uint8Array(25_000_001), 'a.csv'))).code).toBe('too_large')
    const wide = Array.from({ length: 1001 }, (_, at) => (at === 0 ? 'Keyword' : `c${at}`)).join(',')
    expect((await refusal(parse(`${wide}\nkettle\n`))).code).toBe('too_large')
    expect((await parse(`Keyword,Volume\n${wide}\nkettle,5\n`)).rejected).toEqual([
      { line: 2, reason: 'more than 1,000 columns' },
    ])
  })

  test('a header without rows is a table without keywords', async () => {
    expect(await parse('Keyword,Volume\n')).toMatchObject({ rows: 0, accepted: 0, keywords: [] })
  })

  test('a list that looks like JSON is a list', async () => {
    expect(texts(await parse('[gooseneck kettle]\n[tea kettle]\n'))).toEqual(['[gooseneck kettle]', '[tea kettle]'])
  })
})

describe('hostile archives and workbooks', () => {
  let bomb: Uint8Array<ArrayBuffer>
  beforeAll(() => {
    bomb = zipSync({ 'Queries.csv': new Uint8Array(210_000_000) }, { level: 9 })
  }, 120_000)

  test('rejects a file that unpacks to more than 200 MB', async () => {
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await refusal(parseImportFile(bomb, 'a.zip'))).code).toBe('too_large')
  })

  test('rejects it even if it claims to be small', async () => {
    const zip = bomb.slice()
    const view = new DataView(zip.buffer)
    view.setUint32(22, 100, true)
    for (let at = zip.length - 22; at > 0; at--)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true)
    expect((await refusal(parseImportFile(zip, 'a.zip'))).code).toBe('too_large')
  })

  const tooLarge = async (bytes: Uint8Array, fileName = 'a.xlsx') => {
    const error = await refusal(parseImportFile(bytes, fileName))
    expect(error).toMatchObject({ code: 'too_large', options: { field: 'file' } })
    return error.message
  }

  test('stops reading a sheet at the cell limit', async () => {
    const cells = '<c><v>1</v></c>'.repeat(900)
    const rows = `<row>${text('A1', 'k')}${cells}</row>`.repeat(5600)
    expect(await tooLarge(getWorkbook(rows))).toBe(
      'The file has more than 5,000,000 cells. Split it into smaller files.',
    )
  })

  test('stops reading shared strings at the limit', async () => {
    const strings = '<si><t>a string of its own</t></si>'.repeat(600_000)
    const bytes = zipSync({
      ...unzipSync(getWorkbook('<row><c t="s"><v>0</v></c></row>')),
      'xl/sharedStrings.xml': getBytes(`<sst>${strings}</sst>`),
    })
    expect(await tooLarge(bytes)).toContain('too much text')
  })

  test('an unclosed tag is an error', async () => {
    const error = await refusal(parseImportFile(getWorkbook(`<row><c a="${'x'.repeat(3_000_000)}`), 'a.xlsx'))
    expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('damaged') })
  })

  test('rejects more than 20 sheets or tables', async () => {
    const sheets = Array.from({ length: 21 }, (_, at) => `<sheet name="S${at}" sheetId="${at}" r:id="rId1"/>`).join('')
    const book = zipSync({ 'xl/workbook.xml': getBytes(`<workbook><sheets>${sheets}</sheets></workbook>`) })
    expect(await tooLarge(book)).toContain('more than 20 sheets')
    const tables = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}.csv`, getBytes('Keyword\na\n')]))
    expect(await tooLarge(zipSync(tables), 'a.zip')).toContain('more than 20 tables')
  })

  test('stops reading a text file at the cell limit', async () => {
    const rows = `keyword${','.repeat(999)}\n`.repeat(5200)
    expect(await tooLarge(getBytes(`Keyword\n${rows}`), 'a.csv')).toContain('5,000,000 cells')
  })

  test('rejects more than 2,000 files', async () => {
    const names = Array.from({ length: 2001 }, (_, at) => [`${at}.txt`, getBytes('a')])
    const error = await refusal(parseImportFile(zipSync(Object.fromEntries(names), { level: 0 }), 'a.zip'))
    expect(error.options.reason).toBe('archive_too_many_files')
  })

  test('names of files are never paths, so absolute ones and backslashes are read', async () => {
    const queries = getBytes('Top queries,Clicks,Impressions,CTR,Position\na,1,2,50%,1\n')
    for (const name of ['/etc/Queries.csv', 'C:\\export\\Queries.csv'])
      expect(texts(await parseImportFile(zipSync({ [name]: queries }), 'a.zip'))).toEqual(['a'])
    const parts = unzipSync(getWorkbook(`<row>${text('A1', 'Keyword')}</row><row>${text('A2', 'kettle')}</row>`))
    const absolute = Object.fromEntries(Object.entries(parts).map(([name, content]) => [`/${name}`, content]))
    expect(texts(await parseImportFile(zipSync(absolute), 'a.xlsx'))).toEqual(['kettle'])
  })

  test('rejects password-protected and truncated archives', async () => {
    const zip = zipSync({
      'Queries.csv': getBytes('Top queries,Clicks,Impressions,CTR,Position\na,1,2,50%,1\n'.repeat(100)),
    })
    expect(texts(await parseImportFile(zip, 'a.zip'))).toEqual(['a'])
    expect(texts(await parseImportFile(Uint8Array.from([...zip, 13, 10]), 'a.zip'))).toEqual(['a'])
    const locked = zip.slice()
    locked[6] = 1
    expect((await refusal(parseImportFile(locked, 'a.zip'))).message).toContain('password')
    expect((await refusal(parseImportFile(zip.subarray(0, 100), 'a.zip'))).code).toBe('invalid_input')
  })

  const getWorkbook = (sheet: string) =>
    zipSync({
      'xl/workbook.xml': getBytes(
        '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': getBytes(
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': getBytes(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    })
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`

  test('a formula error affects only its cell', async () => {
    const rows = [
      `<row r="2">${text('A2', 'Keyword')}${text('B2', 'Volume')}</row>`,
      `<row r="4">${text('A4', 'kettle &amp; tea')}<c r="B4" t="e"><v>#N/A</v></c></row>`,
      '<row r="5"><c r="A5" t="e"><v>#REF!</v></c><c r="B5"><v>5</v></c></row>',
    ]
    const result = await parseImportFile(getWorkbook(rows.join('')), 'a.xlsx')
    expect(result.keywords).toEqual([{ ...nothing, line: 4, text: 'kettle & tea' }])
    expect(result.rejected).toEqual([{ line: 5, reason: 'keyword is a spreadsheet error: #REF!' }])
  })

  test('cells with extreme references cost nothing', async () => {
    const rows = `<row r="1">${text('A1', 'Keyword')}</row><row r="1048576">${text('A1048576', 'tea')}</row><row r="99999999999">${text('A1', 'x')}${text('ZZZZ9', 'y')}</row>`
    const result = await parseImportFile(getWorkbook(rows), 'a.xlsx')
    expect(result.keywords.map(({ line }) => line)).toEqual([1_048_576])
    expect(result.rejected).toEqual([{ line: 1_048_577, reason: 'more than 1,000 columns' }])
  })

  test('dates are distinguished from numbers, and a date isn’t imported as a keyword', async () => {
    const bytes = await writeWorkbook([
      ['Keyword', 'Volume', { value: new Date(Date.UTC(2026, 0, 1)), type: Date, format: 'mmm yy' }],
      ['kettle', 46_000, 12],
      [{ value: new Date(Date.UTC(2026, 6, 24)), type: Date, format: 'd/m' }, 1, 2],
    ]).toBuffer()
    const result = await parseImportFile(bytes, 'a.xlsx')
    expect(result.keywords).toMatchObject([{ volume: { value: 46_000 }, monthly: [{ t: '2026-01-01', v: 12 }] }])
    expect(result.rejected).toEqual([{ line: 3, reason: 'a spreadsheet changed the keyword to a date' }])
  })

  test('the sheet with keywords is found at any position', async () => {
    const bytes = await writeWorkbook([
      { sheet: 'Notes', data: [['Made by me'], ['for you']] },
      {
        sheet: 'Data',
        data: [
          ['Keyword', 'Search volume'],
          ['kettle', 5],
        ],
      },
    ]).toBuffer()
    expect((await parseImportFile(bytes, 'a.xlsx')).keywords).toMatchObject([{ text: 'kettle', volume: { value: 5 } }])
  })
})

const keyword = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...'"\',;|\t\n\r=+-@ kéß東\\#'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 30,
  })
  .map((text) => text.toWellFormed().replaceAll('\ufffd', '?'))

test('an exported CSV imports as the same keywords', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ text: keyword, volume: fc.option(fc.nat(10_000_000)) }), { minLength: 1, maxLength: 20 }),
      async (rows) => {
        const file = await exportTable('csv', {
          title: 'round trip',
          meta: [],
          columns: [
            { key: 'text', label: 'Keyword', type: 'text' },
            { key: 'volume', label: 'Search volume', type: 'number' },
          ],
          rows,
        })
        const bytes = new Uint8Array(await new Response(file.body).arrayBuffer())
        const again = await parseImportFile(bytes, file.fileName)
        const alone = await Promise.all(rows.map(({ text }) => parseAlone(text)))
        const seen = new Set<string>()
        const expected = rows.flatMap(({ volume }, at) => {
          const one = alone[at]!
          if (one === null || seen.has(one.key)) return []
          seen.add(one.key)
          return [[one.text, volume]]
        })
        expect(
          again.rejected.filter(({ reason }) => !/^(no keyword|duplicate of|keyword |a spreadsheet )/.test(reason)),
        ).toEqual([])
        expect(again.keywords.map(({ text, volume }) => [text, volume?.value ?? null])).toEqual(expected)
      },
    ),
    { numRuns: 300 },
  )
})

/** The keyword as an import reads it: white space collapsed, null if empty. */
async function parseAlone(text: string) {
  const { cleanText } = await import('./cells/import-cells.ts')
  const { keywordKey } = await import('#features/reports/rules/keywords/normalize-keyword.ts')
  const clean = cleanText(text)
  return clean === '' ? null : { text: clean, key: keywordKey(clean) }
}

test('any bytes give a result or an AppError', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '"',
      '""',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      '\r\n',
      '\r',
      'Keyword',
      'Volume',
      'CTR',
      '12%',
      '1,234',
      '10K – 100K',
      'ß',
      '\u0000',
      '\ufeff',
      'sep=;\n',
      '=1+1',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  const files = fc.oneof(
    fc.array(piece, { maxLength: 80 }).map((pieces) => getBytes(pieces.join(''))),
    fc.uint8Array({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }).map((tail) => new Uint8Array([0x50, 0x4b, 3, 4, ...tail])),
    fc.uint8Array({ maxLength: 100 }).map((tail) => new Uint8Array([0xff, 0xfe, ...tail])),
  )
  await fc.assert(
    fc.asyncProperty(files, async (bytes) => {
      try {
        const result = await parseImportFile(bytes, 'fuzz.csv')
        expect(result.accepted + result.rejected_total).toBe(result.rows)
        for (const { text, line } of result.keywords) {
          expect(line).toBeGreaterThan(0)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
          expect(text).not.toMatch(/^\s|\s$|\s\s|[\u0000-\u001f]/)
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    }),
    { numRuns: 1000 },
  )
})

test('damaged archives and workbooks give a result or an AppError', async () => {
  const whole = [fixture('search-console-en.zip'), fixture('search-console-en.xlsx')]
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1),
      fc.array(fc.tuple(fc.nat(6000), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      async (which, changes) => {
        const bytes = new Uint8Array(whole[which]!)
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        try {
          await parseImportFile(bytes, 'damaged.zip')
        } catch (error) {
          if (!(error instanceof AppError)) throw error
        }
      },
    ),
    { numRuns: 300 },
  )
})
