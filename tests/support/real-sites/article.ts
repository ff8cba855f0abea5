/** The pages that the article cites by number. */
export const articleSources = ['Brewing', 'Grinding', 'Water'].map((title, at) => ({
  ...{ n: at + 1, title, url: `https://example.org/${title.toLowerCase()}`, quote: 'Coarse grounds and cold water.' },
}))

/** An article of 3,000 words with all that a post can have: images, tables, questions and answers, and sources. */
export function longArticle(images: readonly string[]): string {
  const sentence =
    'Cold brew steeps coarse coffee in cold water for a night, which keeps acids and bitter oils in the grounds. '
  const paragraph = sentence.repeat(6).trim()
  const sections = images.map((url, at) =>
    [
      `## Step ${at + 1}: what to watch`,
      `${paragraph} See [the ratio guide](https://example.org/ratio-${at + 1}) for *weights* and **volumes**.[^${(at % 3) + 1}]`,
      `![Step ${at + 1} with a "jar" & a filter](${url})`,
      at % 4 === 0
        ? '- Grind coarsely\n- Weigh the water\n  - filtered, if it is hard\n- Wait'
        : '1. Stir\n2. Cover\n3. Strain',
      paragraph,
      at === 3 ? '> Patience is an ingredient.' : '',
      at === 5 ? '```\nratio = 1 / 8\n```' : '',
      at % 6 === 1
        ? '| Ratio | Strength | For |\n|:--|--:|:-:|\n| 1:5 | strong | concentrate |\n| 1:8 | medium | a glass \\| ice |\n| 1:12 | mild | drinking |'
        : '',
    ]
      .filter(Boolean)
      .join('\n\n'),
  )
  const questions = [
    ['How long does cold brew keep?', 'Ten days in the fridge, well covered.'],
    ['Is cold brew stronger than coffee?', 'As a concentrate, yes. Diluted, about the same.'],
    ['Can it be heated?', 'Yes, gently, and it stays mild.'],
  ]
  return [
    '# Cold brew, from bean to glass',
    paragraph,
    ...sections,
    '## Frequently asked questions',
    ...questions.map(([question, answer]) => `### ${question}\n\n${answer}`),
  ].join('\n\n')
}
