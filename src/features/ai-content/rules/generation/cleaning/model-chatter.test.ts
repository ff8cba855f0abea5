import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChatterOptions, createChatterFilter } from './model-chatter.ts'

function clean(text: string, options: ChatterOptions = {}, size = 7) {
  const filter = createChatterFilter(options)
  filter.begin()
  let out = ''
  for (let at = 0; at < text.length; at += size) out += filter.push(text.slice(at, at + size))
  out += filter.end(false)
  return { text: out, kinds: filter.notes().map(({ kind }) => kind), notes: filter.notes(), filter }
}

const body = 'Cold brew steeps in cold water for twelve hours.\n\nIt tastes mild.'

describe('what is said to the person who asked is removed', () => {
  test.each([
    'Sure! Here is the introduction you asked for:',
    'Sure, here’s a section on cold brew:',
    'Certainly! Below is the article.',
    'Of course.',
    'Absolutely! Here are five lines about cold brew:',
    "Okay, I've written the section as you wished.",
    'Here is the rewritten passage:',
    'Here’s your blog post:',
    'As an AI language model, I cannot taste coffee.',
    'Gerne! Hier ist die Einleitung:',
    'Hier ist der überarbeitete Abschnitt:',
    'Bien sûr ! Voici l’introduction :',
    '¡Claro! Aquí tienes la introducción:',
    'Certo! Ecco la bozza:',
    'Claro! Aqui está o rascunho:',
    'Natuurlijk! Hier is de inleiding:',
    'Great question!',
    'Sure, here you go!',
    'Here you go:',
    'Here is the text:',
    'Here is your email:',
    'Here are some ad headlines:',
    'Here’s a concise summary:',
    'I’d be happy to help! Here’s the article:',
    'Let me write this section for you.',
    'Thanks for the details! Here is the email:',
    '**Here is the blog post:**',
    'Based on the passages provided, here is the section:',
    'Below you’ll find the article.',
    'Output:',
    'Hier ist Ihr Text:',
    'Voici une description de produit :',
    'Aquí tienes el texto:',
    'Ecco il testo:',
    'Oczywiście! Oto artykuł:',
    'Конечно! Вот введение:',
    'もちろんです！以下が記事です：',
    '当然可以！以下是文章：',
  ])('before the text: %s', (line) => {
    const { text, kinds, notes } = clean(`${line}\n\n${body}`)
    expect(text).toBe(body)
    expect(kinds).toEqual(['introduction_removed'])
    expect(notes[0]!.text).toBe(line)
  })

  test.each([
    'Let me know if you’d like me to adjust the tone.',
    'Please let me know if you need any changes!',
    'I hope this helps!',
    'Feel free to adjust it to your needs.',
    'Would you like me to write the next section?',
    "If you'd like, I can also write a meta description.",
    'Is there anything else you need?',
    '(Word count: 251)',
    '**Word count:** 251',
    'Lass mich wissen, ob ich etwas ändern soll.',
    'Ich hoffe, das hilft Ihnen weiter!',
    'N’hésitez pas à me demander des modifications.',
    'Avísame si quieres cambios.',
    'Let me know what you think!',
    'Let me know if this works for you.',
    'I hope this is helpful!',
    'Feel free to customize this as needed.',
    'If you have any other questions, feel free to ask.',
    'Would you like a shorter version?',
    'Shall I continue?',
    '*Word count: 150*',
    '(150 words)',
    'Note: This section is based on the provided passages.',
    '*Note: I followed the outline you provided.*',
    'This draft is approximately 150 words.',
    'Happy to revise if needed!',
    '[End of section]',
    'Lassen Sie mich wissen, wenn Sie Änderungen wünschen.',
    'Falls Sie weitere Fragen haben, stehe ich gerne zur Verfügung.',
    'Dites-moi si vous souhaitez des modifications.',
    'Si necesitas algún cambio, dímelo.',
    'Espero que este artículo te sea útil.',
    'Posso ajustar o tom, se quiser.',
    'Дайте знать, если нужны правки.',
    '如果需要修改，请告诉我。',
  ])('after the text: %s', (line) => {
    const { text, kinds, notes } = clean(`${body}\n\n---\n\n${line}`)
    expect(text).toBe(body)
    expect(kinds).toEqual(['closing_removed'])
    expect(notes[0]!.text).toBe(line)
  })

  test('on the same line as the text, and with a rule below', () => {
    expect(clean(`Sure! Here is the introduction: ${body}`).text).toBe(body)
    expect(clean(`Sure! Here is the introduction:\n\n---\n\n${body}`).text).toBe(body)
  })
})

describe('text that only looks alike stays', () => {
  test.each([
    'Sure signs of stale beans are a flat smell and a dull look.',
    'Surely nobody drinks it hot.',
    'Certainly, coffee has been brewed cold for centuries.',
    'Here is what matters: time, water and grind.',
    'Here are the steps:\n\n1. Grind.\n2. Steep.',
    'Here’s the short version: steep it overnight.',
    'Of course it is stronger than iced coffee.',
    'Great! You made it to the end.',
    'I have tried twelve ratios, and one to eight works best.',
    'Okay is not good enough for a coffee you drink each day.',
    'Claro, the brand from Bogotá, roasts lighter.',
    `${body}\n\nLet me know in the comments how yours came out.`,
    `${body}\n\nIf you like it stronger, use less water.`,
    `${body}\n\nI hope to visit the farm again.`,
    `${body}\n\nLet me know if you want me to go on.\n\nThat is what the barista said.`,
    '| Brew | Hours |\n| --- | --- |\n| Cold | 12 |\n| Cold | 12 |',
    'Title\n---\n\nText below a rule stays.',
    'Here are the ingredients:\n\n- Coffee\n- Water',
    'Here is a summary of the three models:\n\nOne is cheap.',
    'Below is a table of ratios.',
    'Great beans make the difference.',
    'Let me help you choose a ratio.',
    'Based on the survey, one in three drinks it daily.',
    'Using the right grind matters: coarse is best.',
    `${body}\n\nFeel free to adjust the ratio.`,
    `${body}\n\nShould I heat it? You can.`,
    `${body}\n\nNote: it keeps for a week.`,
    `${body}\n\nIf you have questions, call the roastery.`,
    `${body}\n\n(It also keeps for a week.)`,
    `${body}\n\nThis section has 12 bottles on its shelf.`,
    `${body}\n\nLet me know what you think in the comments.`,
    '- Grind the beans coarsely.\n- Steep them in cold water.',
  ])('%s', (text) => expect(clean(text)).toMatchObject({ text, kinds: [] }))

  test('an offer at the end of an email', () => {
    const text = `${body}\n\nLet me know if you have any questions.`
    expect(clean(text, { keepsClosing: true }).text).toBe(text)
  })
})

describe('code fences', () => {
  const cited = 'Steep for twelve hours.[^1]\n\n```sh\nbrew install\n```\n\nThen filter.[^2]'

  test.each(['```markdown', '```md', '```', '````markdown', '~~~'])(
    'around the text are removed, with what is around them: %s',
    (fence) => {
      const end = /^[`~]+/.exec(fence)![0]
      const { text, kinds } = clean(`Sure! Here is the section:\n\n${fence}\n${cited}\n${end}\n\nI hope this helps!`)
      expect(text).toBe(cited)
      expect(kinds).toEqual(['introduction_removed', 'fence_removed', 'closing_removed'])
    },
  )

  test('inside the text stay, whatever they hold', () => {
    const text = `Run this:\n\n\`\`\`sh\n# Sure! Here is the section:\necho same same same same same same\necho same same same same same same\n\`\`\`\n\nDone.`
    expect(clean(text)).toMatchObject({ text, kinds: [] })
  })
})

describe('repetition', () => {
  test('a heading written twice in a row stands once', () => {
    expect(clean(`## What it is\n\n## What it is\n\n${body}`)).toMatchObject({
      text: `## What it is\n\n${body}`,
      kinds: ['heading_removed'],
    })
  })

  test('a sentence said over and over stands once, and the model is stopped', () => {
    const same = 'Cold brew is a mild drink for warm days. '
    const { text, notes, filter } = clean(`${same}It is strong. ${same.repeat(9)}`)
    expect(text.trim()).toBe(`${same}It is strong.`)
    expect(notes).toEqual([{ kind: 'repeats_removed', text: same.trim(), count: 9 }])
    expect(filter.isLooping).toBe(true)
  })

  test('of sentences repeated in turn, the first round and the beginning of the second stand', () => {
    const turn = 'Cold brew is a mild drink for warm days. It is made of coarse grounds and water. '
    expect(clean(turn.repeat(6)).text.trim()).toBe(`${turn}Cold brew is a mild drink for warm days.`)
  })

  test('a sentence that comes back between others stays', () => {
    const text = ['One', 'Two', 'Three'].map(
      (n) => `Cold brew is a mild drink for warm days. ${n} is a good ratio for it.`,
    )
    expect(clean(text.join('\n\n'))).toMatchObject({ text: text.join('\n\n'), kinds: [] })
  })

  test('so does a paragraph', () => {
    expect(clean(`${body}\n\n${'Cold brew steeps in cold water for twelve hours.\n\n'.repeat(3)}The end.`).text).toBe(
      `${body}\n\nThe end.`,
    )
  })

  test('a beginning alike isn’t a repetition, also at the end of the text', () => {
    const text = 'Cold brew is a mild drink for warm days.\n\nCold brew is a mild drink'
    expect(clean(text, {}, 1).text).toBe(text)
  })

  test('short sentences may repeat', () => {
    const text = 'Is it strong? It depends. Is it sweet? It depends.'
    expect(clean(text).text).toBe(text)
  })
})

describe('streaming', () => {
  test('ordinary text is shown at once', () => {
    const filter = createChatterFilter()
    filter.begin()
    expect(filter.push('Cold brew')).toBe('Cold brew')
    expect(filter.push(' steeps. It')).toBe(' steeps. It')
    expect(filter.push('\n\nLet me')).toBe('')
    expect(filter.push(' explain')).toBe('\n\nLet me explain')
  })

  test('chatter is never shown, however the text is cut', () => {
    const text = `Sure! Here is the section:\n\n\`\`\`markdown\n${body}\n\`\`\`\n\nLet me know if you need any changes.`
    for (let size = 1; size < 60; size++) expect(clean(text, {}, size).text).toBe(body)
  })

  test('a cut answer keeps its end, and the next one may have an introduction too', () => {
    const filter = createChatterFilter()
    filter.begin()
    let text = filter.push('Cold brew steeps for hours.\n\n') + filter.end(true)
    expect(text).toBe('Cold brew steeps for hours.\n\n')
    filter.begin()
    text += filter.push('Sure! Here is the rest of the section:\n\nThen it is filtered.') + filter.end(false)
    expect(text).toBe('Cold brew steeps for hours.\n\nThen it is filtered.')
  })

  test('any other text passes unchanged, however it is cut', () => {
    const word = fc.constantFrom(
      'cold',
      'brew',
      'a',
      '“mild”',
      'süß',
      '冷萃。',
      'it’s',
      '3.5',
      '[^1]',
      '**bold**',
      '`code`',
    )
    const line = fc.tuple(fc.constantFrom('', '- ', '## ', '> ', '1. '), fc.array(word, { minLength: 1, maxLength: 9 }))
    const text = fc
      .uniqueArray(line, { minLength: 1, maxLength: 8, selector: ([, words]) => words.join('') })
      .map((lines) => lines.map(([mark, words]) => `${mark}${words.join(' ')}`).join('\n\n'))
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (given, size) => {
        const { text: cleaned, kinds } = clean(given, {}, size)
        if (kinds.length === 0) expect(cleaned).toBe(given)
      }),
    )
  })
})
