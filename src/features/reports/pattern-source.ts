/**
 * Common question templates filled in with the topic. They are proposals, not search data: no relevance, no metrics, and the
 * source is always named `patterns`.
 */
import type { SearchSource, SourceAnswer, Suggestion } from '#providers/search-data/port.ts'
import { isQuestion } from './classify-keyword.ts'
import { keywordKey } from './normalize-keyword.ts'
import { baseLanguage } from './question-templates.ts'

// `{is}` and `{does}` agree with the topic: "what is cold brew", "what are heat pumps".
const english = `
what {is} {q}; how {does} {q} work; how to choose {q}; how much {does} {q} cost; how long {does} {q} last; why {is} {q} important
{is} {q} worth it; {is} {q} safe; {is} {q} good for you; what to know about {q}; what to look for in {q}; where to buy {q}
when to use {q}; who uses {q}; which {q} is best; can you make {q} at home; how to make {q}; how to use {q}; how to store {q}
should i get {q}; what can go wrong with {q}; what {is} {q} made of; best {q}; best {q} for beginners; {q} for beginners
{q} at home; {q} step by step; {q} guide; {q} tips; {q} ideas; {q} mistakes; {q} problems; {q} pros and cons; {q} benefits
{q} risks; {q} cost; {q} price; {q} cheap; {q} reviews; {q} brands; {q} alternatives; {q} vs; {q} checklist; {q} near me
{q} for small spaces; {q} for sale; {q} without experience; types of {q}; history of {q}; examples of {q}`

const patterns: Record<string, string> = {
  de: 'was ist {q}; wie funktioniert {q}; wie lange hält {q}; was kostet {q}; ist {q} gesund; warum {q}; {q} selber machen; {q} anleitung; {q} für anfänger; {q} tipps; {q} vorteile und nachteile; {q} kosten; {q} kaufen; {q} test; {q} erfahrungen; {q} vergleich; {q} alternative; beste {q}; welche {q} ist die beste; {q} in der nähe',
  fr: "c'est quoi {q}; comment faire {q}; comment choisir {q}; comment fonctionne {q}; pourquoi {q}; combien coûte {q}; où acheter {q}; {q} pour débutant; {q} maison; {q} prix; {q} avis; {q} avantages et inconvénients; {q} bienfaits; {q} idées; meilleur {q}; {q} comparatif; {q} alternative; {q} pas cher; {q} près de moi",
  es: 'qué es {q}; cómo hacer {q}; cómo funciona {q}; cómo elegir {q}; cuánto cuesta {q}; cuánto dura {q}; para qué sirve {q}; por qué {q}; dónde comprar {q}; {q} casero; {q} para principiantes; {q} ventajas y desventajas; {q} beneficios; {q} precio; {q} opiniones; {q} ideas; mejor {q}; {q} alternativas; {q} cerca de mí',
  it: "cos'è {q}; come fare {q}; come funziona {q}; come scegliere {q}; quanto costa {q}; quanto dura {q}; perché {q}; dove comprare {q}; {q} fatto in casa; {q} per principianti; {q} vantaggi e svantaggi; {q} benefici; {q} prezzo; {q} recensioni; migliore {q}; {q} alternative; {q} vicino a me",
  pt: 'o que é {q}; como fazer {q}; como funciona {q}; como escolher {q}; quanto custa {q}; quanto tempo dura {q}; para que serve {q}; por que {q}; onde comprar {q}; {q} caseiro; {q} para iniciantes; {q} vantagens e desvantagens; {q} benefícios; {q} preço; {q} vale a pena; melhor {q}; {q} alternativas; {q} perto de mim',
  nl: 'wat is {q}; hoe werkt {q}; hoe maak je {q}; hoe lang blijft {q} goed; wat kost {q}; waarom {q}; waar koop je {q}; {q} zelf maken; {q} voor beginners; {q} voordelen en nadelen; {q} kosten; {q} ervaringen; beste {q}; {q} vergelijken; {q} alternatief; {q} in de buurt',
  pl: 'co to jest {q}; jak zrobić {q}; jak działa {q}; jak wybrać {q}; ile kosztuje {q}; dlaczego {q}; czy warto {q}; gdzie kupić {q}; {q} dla początkujących; {q} wady i zalety; {q} cena; {q} opinie; najlepszy {q}; {q} porównanie; {q} zamiennik; {q} w pobliżu',
  sv: 'vad är {q}; hur fungerar {q}; hur gör man {q}; hur länge håller {q}; vad kostar {q}; varför {q}; var köper man {q}; {q} för nybörjare; {q} fördelar och nackdelar; {q} pris; {q} omdömen; bästa {q}; {q} bäst i test; {q} alternativ; {q} nära mig',
  tr: '{q} nedir; {q} nasıl yapılır; {q} nasıl kullanılır; {q} ne işe yarar; {q} ne kadar; {q} neden önemli; {q} nereden alınır; {q} zararlı mı; {q} faydaları; {q} fiyatları; {q} yorumları; {q} çeşitleri; en iyi {q}; {q} alternatifi; evde {q}; yeni başlayanlar için {q}',
  ja: '{q} とは; {q} 作り方; {q} 使い方; {q} 選び方; {q} 値段; {q} 効果; {q} メリット デメリット; {q} おすすめ; {q} ランキング; {q} 比較; {q} 違い; {q} 口コミ; {q} 初心者; {q} なぜ; {q} どこで買える; {q} 代わり',
}

/**
 * Returns the template phrases of a topic: about fifty in English, fewer elsewhere, none in a language without any. Empty when
 * the query is already a question.
 * @param at time of the request; a parameter so that the function stays pure
 */
export function patternAnswer(query: string, language: string, at: Date = new Date()): SourceAnswer {
  return {
    suggestions: getPatterns(query, language),
    discussions: [],
    pages: [],
    features: [],
    metrics: [],
    fetchedAt: at.toISOString(),
    cached: false,
    costUsd: null,
  }
}

/** Proposes template phrases; queried once, with the seed. */
export const patternSource: SearchSource = {
  id: 'patterns',
  label: 'Template phrases',
  fanOut: 'seed',
  concurrency: 1,
  unavailable: null,
  costPerAskUsd: 0,
  ask: async (term, locale) => patternAnswer(term, locale.language),
}

function getPatterns(query: string, language: string): Suggestion[] {
  const topic = query.replace(/\s+/gu, ' ').trim()
  if (topic === '' || isQuestion(topic, language)) return []
  const base = baseLanguage(language)
  const templates = (base === 'en' ? english : (patterns[base] ?? '')).split(/[;\n]/).map((line) => line.trim())
  const many = base === 'en' && isPlural(topic)
  return templates.filter(Boolean).map((template) => {
    const agreed = template.replace('{is}', many ? 'are' : 'is').replace('{does}', many ? 'do' : 'does')
    const text = agreed
      .replace('which {q} is best', many ? 'which {q} are best' : 'which {q} is best')
      .replace('{q}', () => topic)
    return { text, kind: isQuestion(text, language) ? 'question' : 'suggestion', relevance: null }
  })
}

/** Guesses English plurals, well enough to choose "is" or "are". */
function isPlural(topic: string): boolean {
  const last = keywordKey(topic).split(' ').at(-1) ?? ''
  if (/^(people|children|men|women|feet|teeth|mice|geese)$/.test(last)) return true
  return last.length > 3 && /s$/.test(last) && !/(ss|us|is|ics|news)$/.test(last)
}
