/**
 * The texts that AI detection is trained and measured on: public collections, each in a folder
 * named after its repository on GitHub. Nothing of them is kept in the project.
 *
 *   NLP2CT/DetectRL                       Benchmark/Benchmark_Data: Multi_Domain, Multi_LLM, Direct_Prompt (*_test.json)
 *   cvlab-columbia/RaidarLLMDetect        Arxiv
 *   Jiaqi-Chen-00/ImBD                    data
 *   Weixin-Liang/ChatGPT-Detector-Bias    Data_and_Results
 *   scrosseye/ELLIPSE-Corpus              the CSV inside ELLIPSE_Final_github_test.zip (its README has the password)
 *   huhailinguist/ArguGPT                 data/argugpt
 *   baoguangsheng/fast-detect-gpt         exp_gpt3to4/data
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Sample = { text: string; machine: boolean; domain: string; source: string }

export const scoredSets = ['xsum', 'writing'] as const

/** @throws Error that names the sources when no folder is given. */
export function textFolder(name: string | undefined = process.env.HUMANIZER_TEXTS): string {
  if (!name)
    throw new Error('Name the folder of the collections (HUMANIZER_TEXTS); bench/humanizer-corpora.ts lists them.')
  return name
}

const json = <T>(...file: string[]): T => JSON.parse(readFileSync(path.join(...file), 'utf8')) as T

/** Human and GPT-4 texts of one set of Fast-DetectGPT, as they are. */
export function scored(folder: string, set: string, model = 'gpt-4'): { human: string[]; machine: string[] } {
  const { original, sampled } = json<{ original: string[]; sampled: string[] }>(
    folder,
    `fast-detect-gpt/exp_gpt3to4/data/${set}_${model}.raw_data.json`,
  )
  return { human: original, machine: sampled }
}

/** Essays by people, by where they were written; texts as they are. A collection that isn't there is left out. */
export function humanEssays(folder: string): Record<string, string[]> {
  const learners = path.join(folder, 'ELLIPSE/ELLIPSE_Final_github_test.csv')
  const liang = (name: string) =>
    json<{ document: string }[]>(folder, 'ChatGPT-Detector-Bias/Data_and_Results/Human_Data', name, 'data.json').map(
      ({ document }) => document,
    )
  return {
    'college applications (US)': liang('CollegeEssay_real_70'),
    'eighth grade (US, Hewlett)': liang('HewlettStudentEssay_real_88'),
    'TOEFL, non-native': liang('TOEFL_real_91'),
    ...(existsSync(learners)
      ? {
          'English learners, grades 8–12 (ELLIPSE)': csv(readFileSync(learners, 'utf8')).map(
            (row) => row.full_text ?? row.text_id ?? '',
          ),
        }
      : {}),
  }
}

/** Essays by models for the same sort of prompt. */
export function machineEssays(folder: string): string[] {
  return ['dev', 'test'].flatMap((part) =>
    csv(readFileSync(path.join(folder, `ArguGPT/machine-${part}.csv`), 'utf8'))
      .filter(({ model }) => /3\.5|003/.test(model!))
      .map(({ text }) => text!),
  )
}

/** Training samples, without texts that also occur in the scored sets or the essays. */
export function trainingSamples(folder: string): { samples: Sample[]; dropped: number } {
  const held = new Set<string>()
  const heldTexts = [
    ...scoredSets.flatMap((set) =>
      ['gpt-4', 'gpt-3.5-turbo', 'davinci'].flatMap((model) => Object.values(scored(folder, set, model)).flat()),
    ),
    ...Object.values(humanEssays(folder)).flat(),
  ]
  for (const text of heldTexts) for (const shingle of shingles(text)) held.add(shingle)
  const seen = new Set<string>()
  let dropped = 0
  const samples = [...detectRl(folder), ...arxiv(folder), ...imbd(folder), ...abstracts(folder)]
    .map((sample) => ({ ...sample, text: cleaned(sample.text, sample.source) }))
    .filter(({ text }) => {
      const key = text.slice(0, 200)
      if (seen.has(key) || text.split(/\s+/).length < 60 || /language model|not able to help/i.test(text)) return false
      seen.add(key)
      if (shingles(text).some((shingle) => held.has(shingle))) {
        dropped++
        return false
      }
      return true
    })
  return { samples, dropped }
}

/** Runs of ten words: two texts that share one share more than a turn of phrase. */
function shingles(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.slice(9).map((_, index) => words.slice(index, index + 10).join(' '))
}

/**
 * What the making of a collection left behind, and no writer: words torn apart by a tokeniser, lost line breaks, a model's
 * introduction of its answer.
 */
function cleaned(text: string, source: string): string {
  let clean = text.replaceAll('``', '"').replaceAll("''", '"').replaceAll('\r', '')
  if (source === 'DetectRL')
    clean = clean
      .replace(/^\s*(?:\[?assistant\]?:?\s*)?(?:(?:Sure|Okay|Certainly|Of course|Here)\b[^:\n]{0,160}:)\s*/i, '')
      .replace(/^\s*(?:Title|Headline|Abstract|Review):\s*/i, '')
      .replace(/([a-z][.!?]["”']?)(?=["“]?[A-Z])/g, '$1 ')
  return clean
    .replace(/ ?\b(n)' t\b/g, "$1't")
    .replace(/ (n't)\b/g, '$1')
    .replace(/(\w) ?' (s|re|ve|d|ll|m|t)\b/g, "$1'$2")
    .replace(/ ([,.;:?!])(?=\s|$)/g, '$1')
    .replace(/<newline>/g, '\n')
    .trim()
}

type DetectRl = { text: string; label: 'human' | 'llm'; data_type: string; llm_type: string }

function detectRl(folder: string): Sample[] {
  const root = path.join(folder, 'DetectRL/Benchmark/Benchmark_Data')
  const domains: Record<string, string> = {
    document: 'news',
    story: 'fiction',
    abstract: 'abstracts',
    content: 'reviews',
  }
  return ['Multi_Domain', 'Multi_LLM', 'Direct_Prompt'].flatMap((part) =>
    readdirSync(path.join(root, part))
      .filter((file) => file.endsWith('_test.json'))
      .sort()
      .flatMap((file) => {
        const own = /multi_domains_(arxiv|writing_prompt|xsum|yelp)/.exec(file)?.[1]
        const domain = { arxiv: 'abstracts', writing_prompt: 'fiction', xsum: 'news', yelp: 'reviews' }[own ?? '']
        return (
          json<DetectRl[]>(root, part, file)
            // Spelling attacks and other machines' paraphrases are not how a model writes.
            .filter(({ data_type }) => !/adversarial|dipper|back_translation/.test(data_type))
            .map(({ text, label, data_type }) => ({
              text,
              machine: label === 'llm',
              domain: domain ?? domains[data_type] ?? 'mixed',
              source: 'DetectRL',
            }))
        )
      }),
  )
}

function arxiv(folder: string): Sample[] {
  const read = (file: string) => json<{ abs: string }[]>(folder, 'RaidarLLMDetect/Arxiv', file)
  const of = (file: string, machine: boolean) =>
    read(file).map(({ abs }) => ({
      text: abs
        .replace(/^Title:.*?\n+/s, '')
        .replace(/^Abstract:?\s*/i, '')
        .replaceAll('\n', ' '),
      machine,
      domain: 'abstracts',
      source: 'Raidar',
    }))
  return [
    ...of('arXiv_human.json', false),
    ...of('arxiv_GPT_concise.json', true),
    ...of('fake_gen_by_diff_diff_model/gpt-4-1106-preview_arxiv_GPT_concise.json', true),
  ]
}

function imbd(folder: string): Sample[] {
  const pairs = (file: string, domain: string): Sample[] => {
    const full = path.join(folder, 'ImBD/data', file)
    if (!existsSync(full)) return []
    const { original, rewritten, sampled } = json<{ original: string[]; rewritten?: string[]; sampled?: string[] }>(
      full,
    )
    return [
      ...original.map((text) => ({ text, machine: false, domain, source: 'ImBD' })),
      ...(rewritten ?? sampled ?? []).map((text) => ({ text, machine: true, domain, source: 'ImBD' })),
    ]
  }
  return [
    ...pairs('ai_detection_500_polish.raw_data.json', 'polished'),
    ...pairs('polish/gpt-4o/squad_polish_gpt-4o.raw_data.json', 'wiki'),
    ...pairs('expand/gpt-3.5-turbo/squad_expand_gpt-3.5-turbo.raw_data.json', 'wiki'),
  ]
}

/** Final projects of a university course, and what GPT made of their titles. */
function abstracts(folder: string): Sample[] {
  const root = path.join(folder, 'ChatGPT-Detector-Bias/Data_and_Results')
  const of = (file: string, machine: boolean) =>
    json<{ document: string }[]>(root, file, 'data.json').map(({ document }) => ({
      text: document,
      machine,
      domain: 'abstracts',
      source: 'Liang',
    }))
  return [
    ...of('Human_Data/CS224N_real_145', false),
    ...of('GPT_Data/CS224N_gpt3_145', true),
    ...of('GPT_Data/CS224N_gpt3PromptEng_145', true),
  ]
}

/** Rows of a CSV file by the names of its head. */
function csv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!
    if (quoted) {
      if (mark !== '"') cell += mark
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (mark === '"') quoted = true
    else if (mark === ',' || mark === '\n') {
      rows.at(-1)!.push(cell.replace(/\r$/, ''))
      cell = ''
      if (mark === '\n') rows.push([])
    } else cell += mark
  }
  if (cell) rows.at(-1)!.push(cell)
  const [head, ...body] = rows.filter((row) => row.length > 1)
  return body.map((row) =>
    Object.fromEntries(head!.map((name, index) => [name.replace(/^\uFEFF/, ''), row[index] ?? ''])),
  )
}
