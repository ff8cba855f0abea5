import { behind, group, type Phrasebook } from './phrasebook.ts'

const strong = (word: string, ask: string[], hear: string[] = []) => group(word, ask, { hear, strong: true })

// Turkish and Japanese put the question behind the topic.

export const tr: Phrasebook = {
  language: 'tr',
  questionsAnywhere: true,
  unspaced: false,
  questions: [
    group('nasıl', ['{q} nasıl', '{q} nasıl yapılır', '{q} nasıl kullanılır'], { hear: ['nasil'] }),
    group('nedir', ['{q} nedir', '{q} ne işe yarar'], { hear: ['ne demek', 'ne', 'neler', 'ne işe yarar'] }),
    group('neden', ['{q} neden'], { hear: ['niye', 'niçin'] }),
    group('ne kadar', ['{q} ne kadar', '{q} kaç'], { hear: ['kaç', 'kaça'] }),
    group('ne zaman', ['{q} ne zaman']),
    group('nerede', ['{q} nerede', '{q} nereden alınır'], { hear: ['nereden', 'nereye'] }),
    group('hangi', ['hangi {q}', '{q} hangisi'], { hear: ['hangisi'] }),
    group('kim', ['{q} kim'], { hear: ['kimin', 'kimler'] }),
    group('mi', ['{q} mi', '{q} zararlı mı', '{q} olur mu'], {
      hear: ['mı', 'mu', 'mü', 'mıdır', 'midir', 'mudur', 'müdür'],
    }),
  ],
  comparisons: [
    strong('vs', ['{q} vs'], ['karşı']),
    group('veya', ['{q} veya', '{q} ya da'], { hear: ['yoksa', 'ya da'] }),
    group('ve', ['{q} ve'], { hear: ['&'] }),
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
    group('とは', ['{q} とは', '{q} 意味'], { hear: ['って何', 'とはなに', '意味'] }),
    group('方法', ['{q} 作り方', '{q} 使い方', '{q} 方法', '{q} やり方'], {
      hear: ['作り方', '使い方', 'やり方', '選び方', '仕方'],
    }),
    group('なぜ', ['{q} なぜ'], { hear: ['何故', 'どうして', '理由'] }),
    group('何', ['{q} 何', '{q} 何がいい'], { hear: ['なに'] }),
    group('いつ', ['{q} いつ', '{q} いつまで']),
    group('どこ', ['{q} どこ', '{q} どこで買える'], { hear: ['何処'] }),
    group('どれ', ['{q} どれがいい', '{q} おすすめ どれ'], { hear: ['どっち', 'どちら', 'どの'] }),
    group('誰', ['{q} 誰'], { hear: ['だれ'] }),
    group('いくら', ['{q} いくら', '{q} 値段'], { hear: ['どのくらい', '何日', '何時間'] }),
    group('できる', ['{q} できる', '{q} 大丈夫'], { hear: ['できますか', 'ですか', 'ますか', 'のか'] }),
  ],
  comparisons: [
    strong('違い', ['{q} 違い'], ['ちがい']),
    strong('比較', ['{q} 比較'], ['くらべ', '比べ']),
    strong('代わり', ['{q} 代わり', '{q} 代用'], ['代用', '代替', 'かわり']),
    strong('vs', ['{q} vs'], ['対']),
    strong('より', ['{q} より']),
  ],
  prepositions: [
    group('なし', ['{q} なし'], { hear: ['無し', '不要'] }),
    group('用', ['{q} 初心者', '{q} 向け'], { hear: ['初心者', '向け'] }),
    group('家', ['{q} 自宅', '{q} 家で'], { hear: ['自宅', '家で'] }),
    group('近く', ['{q} 近く'], { hear: ['付近', '周辺'] }),
    group('効果', ['{q} 効果'], { hear: ['メリット', 'デメリット'] }),
  ],
}
