import { behind, group, type Phrasebook } from './phrasebook.ts'

const verb = (word: string, ask: string[], forms: string[] = []) => group(word, ask, { forms, inversion: true })

export const de: Phrasebook = {
  language: 'de',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('wie', ['wie {q}', 'wie viel {q}', 'wie lange {q}', 'wie funktioniert {q}'], {
      forms: ['wieviel', 'wieviele', "wie's"],
    }),
    group('was', ['was {q}', 'was ist {q}', 'was kostet {q}'], { forms: ['wofür', 'wozu', 'womit', 'wovon'] }),
    group('warum', ['warum {q}', 'warum ist {q}'], { forms: ['wieso', 'weshalb', 'weswegen'] }),
    verb('kann', ['kann {q}', 'kann man {q}'], ['können', 'könnte', 'darf', 'dürfen']),
    verb('ist', ['ist {q}'], ['war']),
    verb('sind', ['sind {q}'], ['waren']),
    verb('sollte', ['sollte man {q}'], ['soll', 'sollten', 'muss', 'müssen']),
    verb('hat', ['hat {q}'], ['haben', 'gibt', 'wird', 'werden']),
    group('wann', ['wann {q}'], { forms: ['ab wann', 'seit wann'] }),
    group('wo', ['wo {q}', 'wo kann man {q} kaufen'], { forms: ['woher', 'wohin', 'woran'] }),
    group('welche', ['welche {q}', 'welcher {q}', 'welches {q}'], {
      forms: ['welcher', 'welches', 'welchen', 'welchem'],
    }),
    group('wer', ['wer {q}'], { forms: ['wem', 'wen', 'wessen'] }),
  ],
  comparisons: [
    group('vs', ['{q} vs'], { forms: ['versus'], strong: true }),
    group('oder', ['{q} oder'], { forms: ['oder doch'] }),
    group('und', ['{q} und'], { forms: ['&'] }),
    group('vergleich', ['{q} im vergleich', '{q} vergleich'], {
      forms: ['im vergleich', 'verglichen mit', 'vergleichen'],
      strong: true,
    }),
    group('alternative', ['{q} alternative', 'alternative zu {q}'], {
      forms: ['alternativen', 'ersatz', 'alternative zu'],
      strong: true,
    }),
    group('unterschied', ['unterschied {q} und'], { forms: ['unterschied zwischen', 'unterschiede'], strong: true }),
    group('besser als', ['{q} besser als'], { forms: ['schlechter als', 'statt', 'anstatt'], strong: true }),
  ],
  prepositions: [
    ...behind(
      'für',
      'mit',
      'ohne',
      'in',
      'zum',
      'zu',
      'bei',
      'nach',
      'vor',
      'auf',
      'aus',
      'von',
      'unter',
      'gegen',
      'ab',
    ),
    group('in der nähe', ['{q} in der nähe']),
  ],
}
