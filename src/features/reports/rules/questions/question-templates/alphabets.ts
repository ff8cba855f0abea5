/** Letters that words begin with, by language: what a person types next after the topic. */

const latin = 'abcdefghijklmnopqrstuvwxyz'
const cyrillic = 'абвгдежзиклмнопрстуфхцчшщэюя'

const alphabets: Record<string, string> = {
  cs: 'abcčdefghijklmnopqrřsštuvwxyzž',
  da: `${latin}æøå`,
  de: `${latin}äöü`,
  es: 'abcdefghijklmnñopqrstuvwxyz',
  et: 'abcdefghijklmnoprsšzžtuvõäöü',
  fi: `${latin}äö`,
  fr: `${latin}éêà`,
  hr: 'abcčćdđefghijklmnoprsštuvzž',
  hu: 'aábcdeéfghiíjklmnoóöőpqrstuúüűvwxyz',
  is: 'aábdðeéfghiíjklmnoóprstuúvxyýþæö',
  lt: 'abcčdefghijklmnoprsštuvzž',
  lv: 'aābcčdeēfgģhiījkķlļmnņoprsštuūvzž',
  nb: `${latin}æøå`,
  no: `${latin}æøå`,
  pl: 'abcćdefghijklłmnoópqrsśtuvwxyzżź',
  pt: `${latin}áéó`,
  ro: 'aăâbcdefghiîjklmnopqrsștțuvwxyz',
  sk: 'abcčdďefghijklľmnopqrsštťuúvwxyzž',
  sl: 'abcčdefghijklmnoprsštuvzž',
  sv: `${latin}åäö`,
  tr: 'abcçdefghıijklmnoöprsştuüvyz',
  vi: 'aăâbcdđeêghiklmnoôơpqrstuưvxy',
  be: 'абвгдеёжзіклмнопрстуўфхцчшэюя',
  bg: 'абвгдежзиклмнопрстуфхцчшщюя',
  kk: 'аәбвгғдежзиіклмнңоөпрстуұүфхһцчшэ',
  mk: 'абвгдѓежзијклмнопрстќуфхцчџш',
  ru: cyrillic,
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщюя',
  el: 'αβγδεζηθικλμνξοπρστυφχψω',
  he: 'אבגדהוזחטיכלמנסעפצקרשת',
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  fa: 'آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی',
  hi: 'अआइईउऊएऐओऔकखगघचछजझटठडढतथदधनपफबभमयरलवशसह',
  ka: 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  hy: 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցփքօֆ',
  th: 'กขคงจฉชซญดตถทธนบปผฝพฟภมยรลวสหอฮ',
  // Korean and Japanese are typed by syllable: the first of each row brings the row.
  ko: '가나다라마바사아자차카타파하',
  ja: 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわ',
  // Chinese suggesters follow the Latin letters of the transcription.
  zh: latin,
}

/** The letters of a BCP 47 language, a to z where its own are not known. Every one is a single code point. */
export function getAlphabet(language: string): string[] {
  const base = language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return [...(alphabets[base] ?? latin)]
}
