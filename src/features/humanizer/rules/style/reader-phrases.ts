/**
 * Stock phrases a reader would name. Wider than the list the style score was trained with, so they count in the note and as a reason to
 * rewrite a sentence, but don't move the score, whose error rates were measured without them.
 */
import { stockPhrases } from './ai-phrases.ts'

/** Every combination of one option of each column, in order. An empty option leaves its column out. */
const combine = (...columns: string[][]): string[] =>
  columns
    .reduce<string[]>((heads, options) => heads.flatMap((head) => options.map((option) => `${head} ${option}`)), [''])
    .map((phrase) => phrase.replace(/\s+/g, ' ').trim())

const list = (lines: string) => lines.trim().split('\n')

const hectic = [
  ...['fast paced', 'fast', 'rapidly changing', 'rapidly evolving', 'ever changing', 'ever evolving', 'modern'],
  ...['competitive', 'busy', 'hectic', 'interconnected', 'digital', 'complex', 'constantly changing'],
]

export const readerPhrases = [
  ...new Set(
    [
      ...stockPhrases,
      ...combine(
        ['it is', "it's"],
        ['', 'also', 'equally'],
        ['important', 'essential', 'crucial', 'vital', 'necessary', 'imperative', 'useful', 'helpful', 'interesting'],
        [
          ...['to note', 'to remember', 'to mention', 'to understand', 'to recognize', 'to acknowledge'],
          ...['to realize', 'to keep in mind', 'to bear in mind', 'to point out', 'to highlight'],
          ...['to emphasize', 'to consider'],
        ],
      ),
      ...combine(
        ['it is', "it's"],
        ['', 'also'],
        ['worth noting', 'worth mentioning', 'worth remembering', 'worth pointing out', 'worth highlighting'],
      ),
      ...combine(
        ['it should', 'it must'],
        ['', 'also'],
        ['be noted', 'be mentioned', 'be remembered', 'be emphasized'],
      ),
      ...combine(["in today's", 'in this', 'in our'], hectic, [
        'world',
        'age',
        'era',
        'landscape',
        'society',
        'market',
      ]),
      ...combine(["in today's", 'in this'], hectic, ['digital', 'business'], ['world', 'age', 'era', 'landscape']),
      ...combine(['plays', 'play', 'played', 'playing'], ['a'], ['pivotal', 'critical', 'crucial', 'vital'], ['role']),
      ...combine(['due to', 'owing to', 'because of', 'despite', 'in spite of', 'in light of'], ['the fact that']),
      ...combine(['a plethora', 'a myriad', 'a multitude', 'a wealth'], ['of']),
      ...combine(
        ['navigate', 'navigates', 'navigating'],
        ['the'],
        ['complexities', 'intricacies', 'challenges'],
        ['of'],
      ),
      ...combine(
        ['harness', 'harnesses', 'harnessing', 'unlock', 'unlocking'],
        ['the'],
        ['', 'full'],
        ['power', 'potential'],
      ),
      ...list(`
in this day and age
in the modern world
it goes without saying
the fact of the matter is
the truth of the matter is
there is no doubt that
there is no denying that
there's no denying that
at this point in time
when all is said and done
that being said
having said that
with that being said
as previously mentioned
as mentioned above
as mentioned earlier
each and every
the vast majority of
delving into
dive deep into
embark on a journey
to summarize
in a nutshell
without a doubt`),
    ].flatMap((phrase) => [phrase, phrase.replace(/\b(recogn|real|emphas|summar)ize\b/, '$1ise')]),
  ),
]
