import { behind, group, type Phrasebook } from './phrasebook.ts'

const strong = (word: string, ask: string[], forms: string[] = []) => group(word, ask, { forms, strong: true })

// Turkish and Japanese put the question behind the topic.

export const tr: Phrasebook = {
  language: 'tr',
  questionsAnywhere: true,
  unspaced: false,
  questions: [
    group('nasıl', ['{q} nasıl', '{q} nasıl yapılır', '{q} nasıl kullanılır'], { forms: ['nasil'] }),
    group('nedir', ['{q} nedir', '{q} ne işe yarar'], { forms: ['ne demek', 'ne', 'neler', 'ne işe yarar'] }),
    group('neden', ['{q} neden'], { forms: ['niye', 'niçin'] }),
    group('ne kadar', ['{q} ne kadar', '{q} kaç'], { forms: ['kaç', 'kaça'] }),
    group('ne zaman', ['{q} ne zaman']),
    group('nerede', ['{q} nerede', '{q} nereden alınır'], { forms: ['nereden', 'nereye'] }),
    group('hangi', ['hangi {q}', '{q} hangisi'], { forms: ['hangisi'] }),
    group('kim', ['{q} kim'], { forms: ['kimin', 'kimler'] }),
    group('mi', ['{q} mi', '{q} zararlı mı', '{q} olur mu'], {
      forms: ['mı', 'mu', 'mü', 'mıdır', 'midir', 'mudur', 'müdür'],
    }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['karşı']),
    group('veya', ['{q} veya', '{q} ya da'], { forms: ['yoksa', 'ya da'] }),
    group('ve', ['{q} ve'], { forms: ['&'] }),
    strong('karşılaştırma', ['{q} karşılaştırma'], ['karşılaştırması', 'kıyaslama']),
    strong('alternatif', ['{q} alternatifi', '{q} yerine'], ['alternatifi', 'alternatifleri', 'yerine', 'muadili']),
    strong('fark', ['{q} farkı', '{q} arasındaki fark'], ['farkı', 'farkları', 'arasındaki fark']),
    strong('daha iyi', ['{q} daha iyi']),
  ],
  prepositions: behind(
    'için',
    'ile',
    'olmadan',
    'gibi',
    'sonra',
    'önce',
    'kadar',
    'göre',
    'yakınımda',
    'evde',
    'üzerine',
  ),
}

export const ja: Phrasebook = {
  language: 'ja',
  questionsAnywhere: true,
  unspaced: true,
  questions: [
    group('とは', ['{q} とは', '{q} 意味'], { forms: ['って何', 'とはなに', '意味'] }),
    group('方法', ['{q} 作り方', '{q} 使い方', '{q} 方法', '{q} やり方'], {
      forms: ['作り方', '使い方', 'やり方', '選び方', '仕方'],
    }),
    group('なぜ', ['{q} なぜ'], { forms: ['何故', 'どうして', '理由'] }),
    group('何', ['{q} 何', '{q} 何がいい'], { forms: ['なに'] }),
    group('いつ', ['{q} いつ', '{q} いつまで']),
    group('どこ', ['{q} どこ', '{q} どこで買える'], { forms: ['何処'] }),
    group('どれ', ['{q} どれがいい', '{q} おすすめ どれ'], { forms: ['どっち', 'どちら', 'どの'] }),
    group('誰', ['{q} 誰'], { forms: ['だれ'] }),
    group('いくら', ['{q} いくら', '{q} 値段'], { forms: ['どのくらい', '何日', '何時間'] }),
    group('できる', ['{q} できる', '{q} 大丈夫'], { forms: ['できますか', 'ですか', 'ますか', 'のか'] }),
  ],
  comparisons: [
    strong('違い', ['{q} 違い'], ['ちがい']),
    strong('比較', ['{q} 比較'], ['くらべ', '比べ']),
    strong('代わり', ['{q} 代わり', '{q} 代用'], ['代用', '代替', 'かわり']),
    strong('vs', ['{q} vs'], ['対']),
    strong('より', ['{q} より']),
  ],
  prepositions: [
    group('なし', ['{q} なし'], { forms: ['無し', '不要'] }),
    group('用', ['{q} 初心者', '{q} 向け'], { forms: ['初心者', '向け'] }),
    group('家', ['{q} 自宅', '{q} 家で'], { forms: ['自宅', '家で'] }),
    group('近く', ['{q} 近く'], { forms: ['付近', '周辺'] }),
    group('効果', ['{q} 効果'], { forms: ['メリット', 'デメリット'] }),
  ],
}
