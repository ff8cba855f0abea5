import { baseLanguage } from '../vendor-client/vendor-locale.ts'

/** Subdomains of wikipedia.org, as Wikimedia's DNS has them: others don't resolve, which would read as a network fault. */
const editions = new Set(
  `
aa ab ace ady af ak als alt am ami an ang ann anp ar arc ary arz as ast atj av avk awa ay az azb ba
ban bar bbc bcl bdr be bew bg bh bho bi bjn blk bm bn bo bol bpy br bs btm bug bxr ca cbk cdo ce ceb
ch cho chr chy ckb cmn co cr crh cs csb cu cv cy da dag de dga din diq dsb dtp dty dv dz ee egl el
eml en eo es et eu ext fa fat ff fi fj fo fon fr frp frr fur fy ga gag gan gcr gd gl glk gn gom
gor got gpe gsw gu guc gur guw gv ha hak haw he hi hif ho hr hsb ht hu hy hyw hz ia iba id ie ig
igl ii ik ilo inh io is it iu ja jam jbo jv ka kaa kab kai kaj kbd kbp kcg kg kge khw ki kj kk kl
km kn knc ko koi kr krc ks ksh ku kus kv kw ky la lad lb lbe lez lfn lg li lij lld lmo ln lo lrc
lt ltg lv lzh mad mag mai mdf mg mh mhr mi min mk ml mn mni mnw mo mos mr mrj ms mt mus mwl my myv
mzn na nah nan nap nds ne new ng nia nl nn no nov nqo nr nrf nrm nso nup nv ny nyn oc olo om or os
pa pag pam pap pcd pcm pdc pfl pi pih pl pms pnb pnt ppl ps pt pwn qu rki rm rmy rn ro rsk ru rue rup
rw sa sah sat sc scn sco sd se sg sgs sh shi shn shy si sk skr sl sm smn sn so sq sr srn ss st
stq su sv sw syc syl szl szy ta tay tcy tdd te tet tg th ti tig tk tl tly tn to tok tpi tr trv ts
tt tum tw ty tyv udm ug uk ur uz ve vec vep vi vls vo vro wa war wo wuu xal xh xmf yi yo yue za
zea zgh zh zu`
    .trim()
    .split(/\s+/),
)

/** The subdomain of Wikipedia in a language. */
export function wikipediaLanguage(language: string): string {
  const base = baseLanguage(language)
  return { nb: 'no', fil: 'tl', iw: 'he', jw: 'jv' }[base] ?? base
}

const englishLanguages = new Intl.DisplayNames('en', { type: 'language' })

/** Null where Wikipedia has an edition in this language. */
export const missingEdition = (language: string): string | null =>
  editions.has(wikipediaLanguage(language))
    ? null
    : `Wikipedia has no edition in ${englishLanguages.of(baseLanguage(language)) ?? language}.`
