import { behind, group, type Phrasebook } from './phrasebook.ts'

const verb = (word: string, ask: string[], forms: string[] = []) => group(word, ask, { forms, inversion: true })
const strong = (word: string, ask: string[], forms: string[] = []) => group(word, ask, { forms, strong: true })

// People type without accents as often as with: both are heard.

export const fr: Phrasebook = {
  language: 'fr',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('comment', ['comment {q}', 'comment faire {q}', 'comment choisir {q}']),
    group('combien', ['combien {q}', 'combien de temps {q}'], { forms: ['combien de'] }),
    group('quoi', ["c'est quoi {q}", "qu'est-ce que {q}"], {
      forms: ["c'est quoi", "qu'est-ce que", "qu'est-ce qu'un", 'que', "qu'est ce que"],
    }),
    group('pourquoi', ['pourquoi {q}', 'pourquoi le {q}']),
    verb('est-ce que', ['est-ce que {q}'], ['est ce que', 'est-ce']),
    verb('peut-on', ['peut-on {q}'], ['peut on', 'faut-il', 'faut il', 'doit-on']),
    group('quand', ['quand {q}', 'quand utiliser {q}']),
    group('où', ['où {q}', 'où acheter {q}'], { forms: ['ou acheter', 'ou trouver'] }),
    group('quel', ['quel {q}', 'quelle {q}'], { forms: ['quelle', 'quels', 'quelles', 'lequel', 'laquelle'] }),
    group('qui', ['qui {q}'], { forms: ['à qui'] }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['versus']),
    group('ou', ['{q} ou']),
    group('et', ['{q} et'], { forms: ['&'] }),
    strong('comparé à', ['{q} comparé à', '{q} comparatif'], ['comparatif', 'comparaison', 'par rapport à']),
    strong('alternative', ['{q} alternative', 'alternative à {q}'], ['alternatives', 'alternative à', 'remplacer']),
    strong('différence', ['différence entre {q} et'], ['différence entre', 'difference entre', 'difference']),
    strong('mieux que', ['{q} mieux que'], ['meilleur que', 'au lieu de', 'plutôt que']),
  ],
  prepositions: [
    ...behind(
      'pour',
      'avec',
      'sans',
      'dans',
      'en',
      'à',
      'au',
      'sur',
      'chez',
      'par',
      'contre',
      'après',
      'avant',
      'comme',
      'sous',
    ),
    group('près de', ['{q} près de'], {
      forms: ['près de moi', 'autour de moi', 'pres de chez moi', 'près de chez moi'],
    }),
  ],
}

export const es: Phrasebook = {
  language: 'es',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('cómo', ['cómo {q}', 'cómo hacer {q}', 'cómo usar {q}'], { forms: ['como'] }),
    group('cuánto', ['cuánto {q}', 'cuánto dura {q}', 'cuánto cuesta {q}'], {
      forms: ['cuanto', 'cuánta', 'cuanta', 'cuántos', 'cuantos', 'cuántas', 'cuantas'],
    }),
    group('qué', ['qué {q}', 'qué es {q}'], { forms: ['que', 'a qué', 'con qué', 'en qué'] }),
    group('por qué', ['por qué {q}'], { forms: ['por que', 'porque', 'porqué'] }),
    group('para qué', ['para qué sirve {q}'], { forms: ['para que'] }),
    verb('se puede', ['se puede {q}'], ['puedo', 'puede', 'debo', 'hay que']),
    verb('es', ['es {q}'], ['son', 'está', 'hay']),
    group('cuándo', ['cuándo {q}'], { forms: ['cuando'] }),
    group('dónde', ['dónde {q}', 'dónde comprar {q}'], { forms: ['donde', 'adónde'] }),
    group('cuál', ['cuál {q}', 'cuál es el mejor {q}'], { forms: ['cual', 'cuáles', 'cuales'] }),
    group('quién', ['quién {q}'], { forms: ['quien', 'quiénes'] }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['versus']),
    group('o', ['{q} o'], { forms: ['u'] }),
    group('y', ['{q} y'], { forms: ['e', '&'] }),
    strong('comparado con', ['{q} comparado con', 'comparativa {q}'], ['comparativa', 'comparación']),
    strong('alternativa', ['alternativa a {q}', '{q} alternativa'], ['alternativas', 'alternativa a', 'sustituto']),
    strong('diferencia', ['diferencia entre {q} y'], ['diferencia entre', 'diferencias']),
    strong('mejor que', ['{q} mejor que'], ['peor que', 'en vez de', 'en lugar de']),
  ],
  prepositions: [
    ...behind(
      'para',
      'con',
      'sin',
      'en',
      'de',
      'a',
      'sobre',
      'desde',
      'hasta',
      'por',
      'contra',
      'según',
      'antes de',
      'después de',
    ),
    group('cerca de', ['{q} cerca de'], { forms: ['cerca', 'cerca de mí', 'cerca de mi'] }),
  ],
}

export const it: Phrasebook = {
  language: 'it',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('come', ['come {q}', 'come fare {q}', 'come funziona {q}'], { forms: ["com'è"] }),
    group('quanto', ['quanto {q}', 'quanto dura {q}', 'quanto costa {q}'], { forms: ['quanta', 'quanti', 'quante'] }),
    group('cosa', ["cos'è {q}", 'cosa {q}', 'che cosa è {q}'], {
      forms: ["cos'è", 'cose', 'che cosa', "che cos'è", 'che'],
    }),
    group('perché', ['perché {q}'], { forms: ['perche', "perche'"] }),
    verb('si può', ['si può {q}'], ['si puo', 'posso', 'puoi', 'bisogna']),
    verb('è', ['è {q}'], ['sono', "c'è"]),
    group('quando', ['quando {q}', 'quando usare {q}']),
    group('dove', ['dove {q}', 'dove comprare {q}'], { forms: ["dov'è"] }),
    group('quale', ['quale {q}', 'quali {q}'], { forms: ['quali', 'qual', "qual'è"] }),
    group('chi', ['chi {q}'], { forms: ['di chi', 'a chi'] }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['versus', 'contro']),
    group('o', ['{q} o'], { forms: ['oppure'] }),
    group('e', ['{q} e'], { forms: ['ed', '&'] }),
    strong('confronto', ['{q} a confronto', 'confronto {q}'], ['rispetto a', 'paragonato a', 'a confronto']),
    strong('alternativa', ['alternativa a {q}', '{q} alternativa'], ['alternative', 'alternativa a', 'sostituto']),
    strong('differenza', ['differenza tra {q} e'], ['differenza tra', 'differenze', 'differenza fra']),
    strong('meglio di', ['{q} meglio di'], ['peggio di', 'invece di', 'al posto di']),
  ],
  prepositions: [
    ...behind('per', 'con', 'senza', 'in', 'a', 'da', 'di', 'su', 'prima di', 'dopo', 'durante', 'sotto', 'tra'),
    group('vicino a', ['{q} vicino a'], { forms: ['vicino', 'vicino a me', 'nelle vicinanze'] }),
  ],
}

export const pt: Phrasebook = {
  language: 'pt',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('como', ['como {q}', 'como fazer {q}', 'como usar {q}']),
    group('quanto', ['quanto {q}', 'quanto tempo {q}', 'quanto custa {q}'], {
      forms: ['quanta', 'quantos', 'quantas'],
    }),
    group('o que', ['o que {q}', 'o que é {q}'], { forms: ['oque', 'que', 'o que e', 'do que', 'o quê'] }),
    group('por que', ['por que {q}'], { forms: ['porque', 'por quê', 'porquê'] }),
    group('para que', ['para que serve {q}'], { forms: ['pra que'] }),
    verb('pode', ['pode {q}'], ['posso', 'podemos', 'deve', 'devo', 'precisa']),
    verb('é', ['é {q}'], ['são', 'está', 'tem']),
    group('quando', ['quando {q}', 'quando usar {q}']),
    group('onde', ['onde {q}', 'onde comprar {q}'], { forms: ['aonde'] }),
    group('qual', ['qual {q}', 'qual o melhor {q}'], { forms: ['quais'] }),
    group('quem', ['quem {q}'], { forms: ['de quem'] }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['versus', 'x']),
    group('ou', ['{q} ou']),
    group('e', ['{q} e'], { forms: ['&'] }),
    strong('comparado com', ['{q} comparado com', 'comparação {q}'], ['comparação', 'comparado a', 'comparativo']),
    strong('alternativa', ['alternativa ao {q}', '{q} alternativa'], ['alternativas', 'substituto', 'substituir']),
    strong('diferença', ['diferença entre {q} e'], ['diferença entre', 'diferenças', 'diferença']),
    strong('melhor que', ['{q} melhor que'], ['pior que', 'em vez de', 'ao invés de', 'melhor do que']),
  ],
  prepositions: [
    ...behind('para', 'com', 'sem', 'em', 'de', 'no', 'na', 'sobre', 'por', 'contra', 'antes de', 'depois de', 'até'),
    group('perto de', ['{q} perto de'], { forms: ['perto', 'perto de mim', 'próximo'] }),
  ],
}
