import { strToU8, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { keywordKey, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { dateInFileName } from './cells/import-dates.ts'
import { type ImportResult, parseImportFile } from './import-file.ts'
import languages from './tables/import-header-languages.json' with { type: 'json' }

/** Kinds of files and cells that people report about tools that read keyword files, one small input each. */

const parse = (text: string, name = 'keywords.csv') => parseImportFile(strToU8(text), name)
const texts = ({ keywords }: ImportResult) => keywords.map(({ text }) => text)
const reasonOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: { options: { reason: string } }) => thrown,
  )
  return error?.options.reason
}

describe('a bad cell costs itself alone', () => {
  test.each([
    ['10 – 100', { value: null, low: 10, high: 100 }],
    ['1K – 10K', { value: null, low: 1000, high: 10_000 }],
    ['<10', { value: null, low: 0, high: 10 }],
    ['> 1M', { value: null, low: 1_000_000, high: null }],
    ['100.000-1 Mio.', { value: null, low: 100_000, high: 1_000_000 }],
    ['less than 10', { value: null, low: 0, high: 10 }],
    ['No Data', null],
    ['—', null],
    ['(not set)', null],
    ['keine Daten', null],
  ])('%s in a total and in a month', async (cell, volume) => {
    const table = `Keyword\tAvg. monthly searches\tSearches: Jan 2026\tSearches: Feb 2026\nlamp\t${cell}\t${cell}\t7\n`
    const result = await parse(table, 'Keyword Stats.csv')
    expect(result).toMatchObject({ accepted: 1, unread: [], rejected: [] })
    expect(result.keywords[0]!.volume).toEqual(volume)
    const january = volume ? [{ t: '2026-01-01', v: null, low: volume.low, high: volume.high }] : []
    expect(result.keywords[0]!.monthly).toEqual([...january, { t: '2026-02-01', v: 7 }])
  })

  test('a cell that can’t be read is listed with its column, and the others stay', async () => {
    const result = await parse('Keyword,Volume,KD,CPC (USD)\nlamp,many,31,0.5\nkit,90,hard,1\n')
    expect(result.keywords).toMatchObject([
      { text: 'lamp', volume: null, difficulty: 31, cpc: { value: 0.5 } },
      { text: 'kit', volume: { value: 90 }, difficulty: null, cpc: { value: 1 } },
    ])
    expect(result.unread.map(({ line, column }) => [line, column])).toEqual([
      [2, 'Volume'],
      [3, 'KD'],
    ])
  })

  test.each([
    ['tags at the end', 'Keyword,Volume,Tags\nlamp,90,a,b,c\n', [['lamp', 90]]],
    ['tags with numbers', 'Keyword,Volume,Tags\nlamp,90,2024,winter\n', [['lamp', 90]]],
    ['a keyword with a comma', 'Keyword,Volume,KD\nlamp, moss,90,3\n', [['lamp, moss', 90]]],
    ['a number with a comma that may be two cells', 'Keyword,Volume,Tags\nlamp,1,234,a\n', []],
  ])('more cells than headers: %s', async (_, table, expected) => {
    const result = await parse(table)
    expect(result.keywords.map(({ text, volume }) => [text, volume?.value ?? null])).toEqual(expected)
    expect(result.accepted + result.rejected_total).toBe(1)
  })
})

describe('code pages', () => {
  test.each([
    ['windows-1250', 'nejlevnější letenky\nubytování v Českém Krumlově\nžidle'],
    ['windows-1250', 'tanie łóżka drewniane\nżarówka led\nświeczki'],
    ['windows-1250', 'női cipő'],
    ['windows-1250', 'főzőtanfolyam budapest\nolcsó repülőjegy'],
    ['windows-1250', 'mașină de spălat'.replaceAll('ș', 'ş')],
    ['windows-1251', 'купить диван недорого'],
    ['windows-1251', 'ціни на житло\nїжа для котів'],
    ['windows-1252', 'crème brûlée\nchaussures été'],
    ['windows-1252', 'smørrebrød københavn'],
    ['windows-1253', 'φθηνά εισιτήρια\nκαφές'],
    ['windows-1254', 'kırmızı elbise\nşişme yatak'],
    ['windows-1254', 'güneş gözlüğü'],
    ['windows-1255', 'מכונת כביסה'],
    ['windows-1256', 'قهوة عربية'],
    ['windows-1257', 'šaldytuvas\nžieminės padangos\nąžuolas'],
    ['windows-1257', 'veļas mašīna\nķiršu pīrāgs'],
    ['windows-874', 'กาแฟดริป'],
    ['koi8-r', 'купить диван недорого'],
    ['iso-8859-2', 'šicí stroj\nlevné židle'],
    ['iso-8859-5', 'купить диван недорого'],
    ['iso-8859-7', 'φθηνά εισιτήρια Άνδρος'],
    ['iso-8859-9', 'kırmızı elbise\nşişme yatak'],
    ['shift_jis', '電気ケトル おすすめ'],
    ['euc-kr', '전기 주전자 추천'],
    ['gb18030', '电热水壶哪个牌子好'],
    ['big5', '電熱水壺推薦'],
  ])('%s: %s', async (encoding, list) => {
    const result = await parseImportFile(new Uint8Array(iconv.encode(`Keyword\n${list}\n`, encoding)), 'list.csv')
    expect(texts(result)).toEqual(list.split('\n'))
  })

  test('where two readings are as likely, both are named, and the person’s choice is read', async () => {
    const bytes = new Uint8Array(iconv.encode('Keyword\nna\u00efve\n', 'windows-1252'))
    const { reading } = await parseImportFile(bytes, 'list.csv')
    expect(reading.encodings.length).toBeGreaterThan(1)
    expect(reading.encodings).toContain('windows-1252')
    expect(reading.readings.map(({ encoding }) => encoding)).toEqual(reading.encodings)
    const rows = Object.fromEntries(reading.readings.map((each) => [each.encoding, each.rows]))
    expect(rows['windows-1252']).toEqual([{ line: 2, cells: ['na\u00efve'] }])
    expect(new Set(Object.values(rows).map((each) => JSON.stringify(each))).size).toBe(reading.encodings.length)
    const chosen = await parseImportFile(bytes, 'list.csv', undefined, { encoding: 'windows-1250' })
    expect([texts(chosen), chosen.encoding]).toEqual([['naďve'], 'windows-1250'])
  })
})

describe('tables that aren’t keywords', () => {
  const german =
    'Kategorie: Alle Kategorien\n\nTOP\nstehpult,100\nschreibtisch,41\n\nANSTIEG\nlaufband,Ausbruch\nmatte,"+1.250 %"\n'

  test('related queries of Google Trends in German', async () => {
    const result = await parse(german, 'relatedQueries.csv')
    expect(result.keywords.map(({ text, trends }) => [text, trends![0]!.list, trends![0]!.value])).toEqual([
      ['stehpult', 'top', 100],
      ['schreibtisch', 'top', 41],
      ['laufband', 'rising', null],
      ['matte', 'rising', 1250],
    ])
  })

  test('a query among the top and the rising ones is one keyword with both', async () => {
    const { keywords } = await parse('Category: All\n\nTOP\nlamp,100\n\nRISING\nlamp,+90%\n')
    expect(keywords.map(({ trends }) => trends!.map(({ list }) => list))).toEqual([['top', 'rising']])
  })

  test('interest over time is one series per query', async () => {
    const series =
      'Category: All categories\n\nWeek,lamp: (United States),kit: (Worldwide)\n2026-11-08,40,<1\n2026-11-15,100,3\n'
    const result = await parse(series, 'multiTimeline.csv')
    expect(result).toMatchObject({ kind: 'google_trends', as_of: '2026-11-15', accepted: 2 })
    expect(result.keywords.map(({ text, interest, volume }) => [text, interest, volume])).toEqual([
      [
        'lamp',
        [
          { t: '2026-11-08', v: 40 },
          { t: '2026-11-15', v: 100 },
        ],
        null,
      ],
      ['kit', [{ t: '2026-11-15', v: 3 }], null],
    ])
  })

  test.each([
    [
      'interest by region',
      'Category: All categories\n\nRegion,lamp: (2025)\nTexas,100\nOhio,80\n',
      'geoMap.csv',
      'trends_regions',
    ],
    ['related topics', german, 'relatedEntities.csv', 'trends_topics'],
    ['settings of Search Console', 'Filter,Value\nSearch type,Web\nDate,Last 3 months\n', 'Filters.csv', 'not_queries'],
    [
      'its index coverage',
      'Reason,Source,Validation,Pages\nNot found (404),Website,Failed,33\nSoft 404,Website,Failed,3\n',
      'Critical issues.csv',
      'not_queries',
    ],
    [
      'pages of Bing',
      'Page,Impressions,Clicks,CTR,Avg. Position\nhttps://a.example/,9,1,11%,3\n',
      'Pages.csv',
      'not_queries_bing',
    ],
    [
      'landing pages of Google Analytics',
      'Landing page,Organic Google Search clicks,Organic Google Search impressions\n/a,3,40\n/b,1,9\n',
      'ga.csv',
      'not_queries_analytics',
    ],
  ])('%s are rejected by name', async (_, text, name, reason) => {
    expect(await reasonOf(parse(text, name))).toBe(reason)
  })

  test('of several tables with comments in one file, the queries are imported', async () => {
    const result = await parse(
      [
        '# Account: Moss, Inc.',
        '# End date: 20261126',
        '',
        'Landing page,Sessions',
        '/lamp,10',
        '/kit,5',
        '',
        '# Queries',
        'Query,Clicks,Impressions,CTR,Position',
        'lamp,3,30,10%,4',
        'kit,1,20,5%,7',
      ].join('\n'),
      'Reports_snapshot.csv',
    )
    expect(result).toMatchObject({ kind: 'search_console', as_of: '2026-11-26', accepted: 2, rejected: [] })
    expect(result.left_out).toHaveLength(1)
  })

  test('a zip of a Discover report has no keywords, though its tables have words', async () => {
    const zip = zipSync({
      'Diagramm.csv': strToU8('Datum,Klicks,Impressionen,CTR\n2026-11-23,10,900,"1,11 %"\n'),
      'Seiten.csv': strToU8('Häufigste Seiten,Klicks,Impressionen,CTR\nhttps://a.example/,1,9,"11,1 %"\n'),
      'Filter.csv': strToU8('Filter,Wert\nSuchtyp,Discover\nDatum,Letzte 3 Monate\n'),
    })
    expect(await reasonOf(parseImportFile(zip, 'export.zip'))).toBe('not_queries')
  })

  test('hashtags and words below a heading stay keywords', async () => {
    expect(texts(await parse('#diy\n#homedecor\n', 'list.txt'))).toEqual(['#diy', '#homedecor'])
    expect(texts(await parse('lamp\n\nkit\n\nmoss\n', 'list.txt'))).toEqual(['lamp', 'kit', 'moss'])
  })
})

describe('total rows', () => {
  test.each([
    [
      'Google Ads',
      'Search term,Match type,Impr.,Clicks,Cost\nlamp,Exact,10,1,2\nkit,Exact,5,1,1\nTotal: Search terms, --,15,2,3\nTotal: Account, --,15,2,3\n',
    ],
    ['a German tool', 'Suchbegriff;Suchvolumen\nlampe;100\nkit;50\nGesamt;150\n'],
    ['a French one', 'Mot clé;Volume\nlampe;100\nkit;50\nTotal général;150\n'],
    ['the first row', 'Keyword,Volume\nTotal,150\nlamp,100\nkit,50\n'],
    ['an empty keyword with sums', 'Keyword,Volume\nlamp,100\nkit,50\n,150\n'],
    ['a word in the last cell', 'Keyword,Clicks,Impressions\nlamp,1,10\nkit,1,5\n,2,15,Grand total\n'],
    ['a Japanese tool', 'キーワード,検索数\nランプ,100\nキット,50\n合計,150\n'],
  ])('%s', async (_, table) => {
    const result = await parse(table)
    expect(result.accepted).toBe(2)
    expect(result.rejected.every(({ reason }) => reason.includes('a total of the other rows'))).toBe(true)
    expect(result.rejected.length).toBeGreaterThan(0)
  })

  test('"total" that isn’t a sum is a keyword', async () => {
    expect(texts(await parse('Keyword,Volume\ntotal,90\nlamp,100\nkit,50\n'))).toContain('total')
    expect(texts(await parse('Keyword,Volume\nlamp,100\nkit,50\ntotal,90\n'))).toContain('total')
    expect(texts(await parse('Keyword,Volume\nlamp,100\nsumme,9000\nkit,50\n'))).toContain('summe')
  })
})

describe('the column of keywords', () => {
  test.each([
    [
      'AnswerThePublic',
      'Modifier Type,Modifier,Suggestion,Search volume\nquestions,are,are lamps safe,10\nquestions,can,can lamps glow,5\n',
      2,
    ],
    ['unknown headers', 'Gruppe A,Merkmal B,Inhalt C\nx,y,are lamps safe\nx,y,can lamps glow\n', 2],
    ['counts under "Keywords"', 'Topic name,Keywords,Traffic\nmoss lamps,12,300\ntide clocks,7,20\n', 0],
    ['a number before it', '#,Phrase,Volume\n1,lamp,10\n2,kit,5\n', 1],
    [
      'search terms of ads',
      'Keyword,Search term,Match type,Cost\n[lamp],red lamp,Exact,1\n[lamp],blue lamp,Exact,2\n',
      1,
    ],
    ['pages before it', 'Seite,Suchanfrage,Klicks\nhttps://a.example/,lampe,1\nhttps://b.example/,kit,2\n', 1],
  ])('%s', async (_, table, index) => {
    expect((await parse(table)).reading.keyword_column.index).toBe(index)
  })

  test('a person’s choice is read, with the rest of the columns', async () => {
    const table = strToU8('A,B,C\nx one,y one,10\nx two,y two,5\n')
    const result = await parseImportFile(table, 'a.csv', undefined, { columns: { 1: 'text', 2: 'volume' } })
    expect(result.keywords).toMatchObject([{ text: 'y one', volume: { value: 10 } }, { text: 'y two' }])
    expect(result.reading.keyword_column).toEqual({ index: 1, basis: 'chosen' })
  })

  test.each(Object.entries(languages))('headers in %s', async (_, { text, volume, total }) => {
    for (const name of text) {
      const result = await parse(`${name};${volume[0]}\nlamp;100\nkit;50\n${total[0]};150\n`)
      expect([name, texts(result)]).toEqual([name, ['lamp', 'kit']])
      expect([name, result.keywords[0]!.volume?.value]).toEqual([name, 100])
    }
  })

  test.each(Object.entries(languages))(
    'metrics in %s',
    async (_, { text, clicks, impressions, position, cpc, volume }) => {
      for (const [field, names] of Object.entries({ clicks, impressions, position, cpc, volume }))
        for (const name of names) {
          const { columns } = await parse(`${text[0]};${name}\nlamp;1\n`)
          expect([name, columns[1]!.field]).toEqual([name, field])
        }
    },
  )
})

describe('providers and dates', () => {
  test.each([
    ['Top queries,Clicks,Impressions,CTR,Position', 'search_console'],
    ['Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position', 'search_console'],
    ['Keyword,Impressions,Clicks,CTR,Avg. Position', 'bing_webmaster'],
    ['Mot clé,Impressions,Clics,CTR,Position moyenne', 'bing_webmaster'],
    [
      'Organic Google Search query,Organic Google Search clicks,Organic Google Search impressions,Organic Google Search click through rate,Organic Google Search average position',
      'google_analytics',
    ],
    ['Keyword,Clicks,Impressions,CTR,Position', 'generic'],
  ])('%s', async (header, kind) => {
    expect((await parse(`${header}\nlamp,3,30,10%,4\nkit,1,20,5%,7\n`)).kind).toBe(kind)
  })

  test('paid clicks aren’t organic ones', async () => {
    const result = await parse(
      'Search term,Match type,Impr.,Clicks,CTR,Avg. CPC,Currency code\nlamp,Exact,10,1,10%,2.5,EUR\n',
    )
    expect(result.kind).toBe('paid_search')
    expect(result.keywords[0]).toMatchObject({ impressions: null, clicks: null, ctr: null, cpc: { currency: 'EUR' } })
  })

  test.each([
    ['example.com_KeywordReport_11_26_2026.csv', '2026-11-26'],
    ['rapport 26-11-2026.csv', '2026-11-26'],
    ['export.26.11.2026.csv', '2026-11-26'],
    ['keywords-20261126.csv', '2026-11-26'],
    ['keywords 26112026.csv', '2026-11-26'],
    ['Report Nov 26, 2026.csv', '2026-11-26'],
    ['export-26-nov-2026.csv', '2026-11-26'],
    // Nothing was exported in the future, so this is November.
    ['report_12_11_2026.csv', '2026-11-12'],
    ['report_03_04_2026.csv', null],
    ['2026-08-01_2026-10-31.zip', '2026-10-31'],
    ['Queries.csv', null],
    ['report 20260231.csv', null],
    ['order-1234567890.csv', null],
  ])('%s', (name, date) => {
    expect(dateInFileName(name, new Date('2026-11-27T12:00:00Z'))).toBe(date)
  })
})

describe('currencies', () => {
  test.each([
    ['CPC', '0,85', null],
    ['CPC (EUR)', '0,85', 'EUR'],
    ['CPC', '0,85 €', 'EUR'],
    ['CPC', '$0.85', 'USD'],
    ['CPC', '0.85 kr', null],
    ['CPC', 'CHF 0.85', 'CHF'],
    ['CPC', '¥85', null],
  ])('%s: %s', async (header, cell, currency) => {
    const { keywords } = await parse(`Keyword;${header}\nlamp;${cell}\n`)
    expect(keywords[0]!.cpc!.currency).toBe(currency)
  })
})

describe('quotes', () => {
  test.each([
    ['"pipe 3/4"","90"', ['pipe 3/4"', 90]],
    ['"pipe 3/4" pvc","90"', ['pipe 3/4" pvc', 90]],
    ['"pipe 3/4"",90', ['pipe 3/4"', 90]],
    ['pipe 3/4",90', ['pipe 3/4"', 90]],
    ['"best" lamp,90', ['"best" lamp', 90]],
    ['"32"" tv, flat","90"', ['32" tv, flat', 90]],
    ['"a ""quoted"" word","90"', ['a "quoted" word', 90]],
  ])('%s', async (line, expected) => {
    const result = await parse(`"Keyword","Volume"\n${line}\n"elbow","40"\n"tee","30"\n`)
    const [first] = result.keywords
    expect([first!.text, first!.volume?.value]).toEqual(expected)
    expect(result.accepted).toBe(3)
  })

  test('a line with two possible readings is rejected with the reason, and the next ones stay', async () => {
    const result = await parse('"Keyword","Volume"\n"1/2"", 3/4"", 1"","90"\n"elbow","40"\n"tee","30"\n')
    expect(texts(result).slice(-2)).toEqual(['elbow', 'tee'])
    if (result.accepted === 2) expect(result.rejected[0]!.reason).toBe('a quote inside a cell isn’t escaped')
    else expect(result.keywords[0]!.volume?.value).toBe(90)
  })
})

describe('letters', () => {
  test.each([
    ['tr', 'İSTANBUL OTEL', 'istanbul otel'],
    ['tr', 'KIRMIZI ELBİSE', 'kırmızı elbise'],
    ['tr', 'IŞIK', 'ışık'],
    [null, 'İSTANBUL OTEL', 'istanbul otel'],
    ['de', 'STRASSE', 'straße'],
    ['de', 'STRAẞE', 'straße'],
    ['el', 'ΚΑΦΕΣ', 'καφές'],
    ['el', 'ΟΔΟΣ', 'οδός'],
    ['fa', 'خريد گوشي', 'خرید گوشی'],
    ['fa', 'آیفون ۱۵', 'آیفون 15'],
    ['ar', 'قَهْوَة', 'قهوة'],
    ['ja', 'ｹﾄﾙ ｵｽｽﾒ', 'ケトル オススメ'],
    ['ja', 'ＳＥＯ　対策', 'seo 対策'],
    ['ro', 'maşină', 'mașină'],
    ['vi', 'cà phê'.normalize('NFD'), 'cà phê'.normalize('NFC')],
  ])('%s: %s is %s', (language, a, b) => {
    expect(keywordKeyIn(a, language)).toBe(keywordKeyIn(b, language))
    expect(keywordKeyIn(keywordKeyIn(a, language), language)).toBe(keywordKeyIn(a, language))
  })

  test.each([
    ['tr', 'kıl', 'kil'],
    ['tr', 'sınır', 'sinir'],
    ['de', 'schön', 'schon'],
    ['es', 'año', 'ano'],
    ['ar', 'مدرسة', 'مدرسه'],
  ])('%s: %s is not %s', (language, a, b) => expect(keywordKeyIn(a, language)).not.toBe(keywordKeyIn(b, language)))

  test('English "I" is "i", also beside Turkish words of another text', () =>
    expect(keywordKey('IPHONE CASE')).toBe('iphone case'))

  test('duplicates in a Turkish file', async () => {
    const result = await parse(
      'Anahtar kelime;Arama hacmi\nKIRMIZI ELBİSE;10\nkırmızı elbise;5\nISPARTA;3\nısparta;2\n',
    )
    expect(result).toMatchObject({ accepted: 2, duplicates: 2, language: 'tr' })
  })
})
