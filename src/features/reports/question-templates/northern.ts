import { behind, group, type Phrasebook } from './phrasebook.ts'

const verb = (word: string, ask: string[], forms: string[] = []) => group(word, ask, { forms, inversion: true })
const strong = (word: string, ask: string[], forms: string[] = []) => group(word, ask, { forms, strong: true })

export const nl: Phrasebook = {
  language: 'nl',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('hoe', ['hoe {q}', 'hoe lang {q}', 'hoe werkt {q}', 'hoeveel {q}'], { forms: ['hoeveel', 'hoelang'] }),
    group('wat', ['wat {q}', 'wat is {q}', 'wat kost {q}'], { forms: ['waarmee', 'waarvoor'] }),
    group('waarom', ['waarom {q}', 'waarom is {q}']),
    verb('kan', ['kan {q}', 'kun je {q}'], ['kun', 'kunnen', 'mag', 'moet', 'zal']),
    verb('is', ['is {q}'], ['zijn', 'was', 'heeft', 'heb']),
    group('wanneer', ['wanneer {q}']),
    group('waar', ['waar {q}', 'waar koop je {q}'], { forms: ['waarvandaan'] }),
    group('welke', ['welke {q}', 'welk {q}'], { forms: ['welk'] }),
    group('wie', ['wie {q}'], { forms: ['wiens'] }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['versus', 'tegen']),
    group('of', ['{q} of']),
    group('en', ['{q} en'], { forms: ['&'] }),
    strong('vergelijken', ['{q} vergelijken', '{q} vergeleken met'], ['vergelijking', 'vergeleken met']),
    strong('alternatief', ['alternatief voor {q}', '{q} alternatief'], ['alternatieven', 'vervanger']),
    strong('verschil', ['verschil tussen {q} en'], ['verschil tussen', 'verschillen']),
    strong('beter dan', ['{q} beter dan'], ['slechter dan', 'in plaats van']),
  ],
  prepositions: [
    ...behind('voor', 'met', 'zonder', 'in', 'op', 'naar', 'bij', 'van', 'uit', 'na', 'tijdens', 'onder', 'zoals'),
    group('in de buurt', ['{q} in de buurt']),
  ],
}

export const sv: Phrasebook = {
  language: 'sv',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('hur', ['hur {q}', 'hur länge {q}', 'hur mycket {q}', 'hur fungerar {q}'], { forms: ['hur många'] }),
    group('vad', ['vad {q}', 'vad är {q}', 'vad kostar {q}']),
    group('varför', ['varför {q}', 'varför är {q}']),
    verb('kan', ['kan {q}', 'kan man {q}'], ['får', 'ska', 'bör', 'måste']),
    verb('är', ['är {q}'], ['var', 'har', 'finns']),
    group('när', ['när {q}']),
    group('var', ['var {q}', 'var köper man {q}'], { forms: ['varifrån', 'vart'] }),
    group('vilken', ['vilken {q}', 'vilka {q}'], { forms: ['vilka', 'vilket'] }),
    group('vem', ['vem {q}'], { forms: ['vems'] }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['versus', 'mot']),
    group('eller', ['{q} eller']),
    group('och', ['{q} och'], { forms: ['&'] }),
    strong('jämfört med', ['{q} jämfört med', 'jämför {q}'], ['jämför', 'jämförelse']),
    strong('alternativ', ['alternativ till {q}', '{q} alternativ'], ['ersättning', 'istället för']),
    strong('skillnad', ['skillnad mellan {q} och'], ['skillnad mellan', 'skillnaden mellan', 'skillnad på']),
    strong('bättre än', ['{q} bättre än'], ['sämre än']),
  ],
  prepositions: [
    ...behind('för', 'med', 'utan', 'till', 'i', 'på', 'från', 'efter', 'före', 'under', 'som', 'vid', 'av'),
    group('nära', ['{q} nära'], { forms: ['nära mig'] }),
  ],
}

export const pl: Phrasebook = {
  language: 'pl',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('jak', ['jak {q}', 'jak zrobić {q}', 'jak długo {q}', 'jak działa {q}']),
    group('ile', ['ile {q}', 'ile kosztuje {q}']),
    group('co', ['co {q}', 'co to jest {q}'], { forms: ['co to', 'czym'] }),
    group('dlaczego', ['dlaczego {q}'], { forms: ['czemu', 'po co'] }),
    group('czy', ['czy {q}', 'czy można {q}']),
    group('kiedy', ['kiedy {q}'], { forms: ['od kiedy'] }),
    group('gdzie', ['gdzie {q}', 'gdzie kupić {q}'], { forms: ['skąd', 'dokąd'] }),
    group('jaki', ['jaki {q}', 'jaka {q}', 'jakie {q}'], {
      forms: ['jaka', 'jakie', 'jaką', 'który', 'która', 'które'],
    }),
    group('kto', ['kto {q}'], { forms: ['kogo', 'komu', 'dla kogo'] }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['versus', 'kontra']),
    group('czy', ['{q} czy']),
    group('lub', ['{q} lub'], { forms: ['albo'] }),
    group('i', ['{q} i'], { forms: ['oraz', 'a', '&'] }),
    strong('porównanie', ['{q} porównanie'], ['w porównaniu z', 'porównać']),
    strong('zamiast', ['zamiast {q}', '{q} zamiast'], ['zamiennik', 'alternatywa']),
    strong('różnica', ['różnica między {q} a'], ['różnice', 'różnica', 'czym się różni']),
    strong('lepsze niż', ['{q} lepsze niż'], ['lepszy niż', 'lepsza niż', 'gorsze niż']),
  ],
  prepositions: behind(
    'dla',
    'z',
    'bez',
    'do',
    'w',
    'na',
    'od',
    'po',
    'przed',
    'przy',
    'pod',
    'jako',
    'podczas',
    'blisko',
  ),
}
