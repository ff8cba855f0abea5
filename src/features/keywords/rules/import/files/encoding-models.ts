import languages from './encoding-languages.json' with { type: 'json' }

/** How likely letters follow each other in a language, to tell in which code page a text was written. */

export type LanguageModel = {
  language: string
  pages: readonly string[]
  /** Natural logarithm of the probability that `next` follows `letter`. "^" starts a word and "$" ends it. */
  getLogProbability(letter: string, next: string): number
}

const regionCodes = () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((a) => letters.map((b) => a + b))
}

/** Words written for this purpose count more than the names of countries, which are full of foreign ones. */
const ownWeight = 3
/** Share of probability for pairs that no word has, by the letter's frequency. */
const unseen = 0.06
const foreignLetter = 1e-6

function buildModel(language: string, { pages, letters, words }: (typeof languages)['cs']): LanguageModel {
  const pairs = new Map<string, number>()
  const firsts = new Map<string, number>()
  const counts = new Map<string, number>()
  const alphabet = new Set([...letters, ...'abcdefghijklmnopqrstuvwxyz', '^', '$'])
  const add = (word: string, weight: number) => {
    const marks = ['^', ...word.toLocaleLowerCase(language), '$']
    for (let at = 1; at < marks.length; at++) {
      const [a, b] = [marks[at - 1]!, marks[at]!]
      if (!alphabet.has(a) || !alphabet.has(b)) continue
      pairs.set(a + b, (pairs.get(a + b) ?? 0) + weight)
      firsts.set(a, (firsts.get(a) ?? 0) + weight)
      counts.set(b, (counts.get(b) ?? 0) + weight)
    }
  }
  for (const word of words.split(' ')) add(word, ownWeight)
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  for (const code of codes) for (const word of (names.of(code) ?? '').split(/[^\p{L}\p{M}]+/u)) if (word) add(word, 1)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    language,
    pages,
    getLogProbability(letter, next) {
      if (!alphabet.has(letter) || !alphabet.has(next)) return Math.log(foreignLetter)
      const share = (pairs.get(letter + next) ?? 0) / ((firsts.get(letter) ?? 0) + 1)
      const alone = ((counts.get(next) ?? 0) + 0.5) / (total + alphabet.size / 2)
      return Math.log((1 - unseen) * share + unseen * alone)
    },
  }
}

const codes = regionCodes()
let models: LanguageModel[] | undefined

export const getLanguageModels = () =>
  (models ??= Object.entries(languages).map(([language, about]) => buildModel(language, about)))

/** Frequent characters: those of country and language names, and those below. */
const commonSimplified =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严买卖手机推荐怎么如何哪里多少价格苹果电脑手表衣服鞋子牌子咖啡茶叶菜谱做法旅游酒店酒房价租房儿童玩具礼物女生男士洗衣机冰箱空调椅子桌子沙发床品牌排名评测教程免费下载关键词搜索查询点击次数展示排名排行榜品牌护肤化妆品'
const commonTraditional =
  '的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被幹做必戰先回則任取據處隊南給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具萬每目至達走積示議聲報鬥完類八離華名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研界拉林律叫且究觀越織裝影算低持音眾書布復容兒須際商非驗連斷深難近礦千週委素技備半辦青省列習響約支般史感勞便團往酸歷市克何除消構府稱太準精值號率族維劃選標寫存候毛親快效斯院查江型眼王按格養易置派層片始卻專狀育廠京識適屬圓包火住調滿縣局照參紅細引聽該鐵價嚴買賣推薦怎麼如何哪裡多少價格蘋果電腦手錶衣服鞋子牌子咖啡茶葉食譜做法旅遊飯店酒店房價租屋兒童玩具禮物女生男士洗衣機冰箱冷氣椅子桌子沙發床品牌排名評價教學免費下載關鍵字搜尋查詢點擊曝光次數台灣臺北香港網路購物便宜比較'
const commonHangul =
  '가각간갈감갑강개거건걸검것게격견결경계고곡공과관광교구국군권귀그극근글금급기긴길김까께꼭꽃끝나날남내냉너널네년노녀논놀농높누눈느는늘능니님다단달담당대더덕데도독동되된두뒤드득든들등디따때또라락란람랑래량러럼레려력련렬령례로록론료루류르른를름리린림립링마막만말맛망매머먹먼멀메며면명모목몬몰못무문물미민믹밀및바박밖반받발밤밥방배백버번벌법베벽변별병보복본볼봄봉부북분불브블비빛빨사산살삼상새색생서석선설성세소속손송쇼수순술숙스습승시식신실심십싸쓰씨아악안않알암압앙애야약양어억언얼엄업없에여역연열염영예오옥온올옷와완외요용우운울움웃원월위유육율은을음응의이익인일임입있자작잔잘장재저적전절점접정제조족존종좋주준줄중즉증지직진질집차착찬참창채책처천철첫청체초총최추축출충취치친칠침커컴케코콘크클키타탁탄택터테토통투트특티파판팔팩퍼페편평포표품풍프플피필하학한할함합항해햇행향허험현협형호혼홈화확환활황회획효후훈휴흐희히힘추천가격후기순위방법의자운동화노트북냉장고세탁기커피메이커아이장난감선물여자남자'

export const commonCharacters = (() => {
  let sets: { simplified: Set<string>; traditional: Set<string>; hangul: Set<string> } | undefined
  return () => {
    const withNames = (locale: string, more: string) => {
      const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
      return new Set([...more, ...codes.flatMap((code) => [...(names.of(code) ?? '')])])
    }
    sets ??= {
      simplified: withNames('zh-Hans', commonSimplified),
      traditional: withNames('zh-Hant', commonTraditional),
      hangul: withNames('ko', commonHangul),
    }
    return sets
  }
})()
