/**
 * Words that tell what a person wants, by language. A weight is how much more likely the intent is than without the
 * word, as a natural logarithm: 3 settles it, 1 leans.
 */
import type { Intent } from './classify-intent.ts'

export type IntentWords = { [intent in Intent]?: [weight: number, words: string][] }

const en: IntentWords = {
  informational: [
    [
      2.2,
      'meaning, definition, explained, history of, causes of, symptoms of, symptoms, signs of, examples, example of, examples of, difference between, timeline, formula, recipe, recipes, tutorial, lyrics, pronunciation, synonym, side effects, how to, diagram, chart, facts, statistics, laws, benefits, benefits of, ratio',
    ],
    [
      1.3,
      'guide, guide to, tips, ideas, learn, steps, list of, types of, kinds of, diy, instructions, plans, temperature, calories, caffeine, nutrition, average, convert, cause, deficiency, schedule, content, troubleshooting, not working, smells, basics, course, for beginners, homemade, at home, make, safe, conversion, template, pattern, law, rules, requirements, posture, exercises, care, maintenance, cleaning, science',
    ],
    [1, 'bad, sour, bitter, moldy, mold, wont, not rising, too, stopped, problem, problems, error, fix'],
  ],
  commercial: [
    [
      3,
      'best, top rated, review, reviews, vs, versus, alternatives, alternative to, alternatives to, competitors, worth it, pros and cons, comparison, compare, compared to, ratings, which should i buy',
    ],
    [
      2,
      'top 10, top 5, top, brands, brand, cheapest, most comfortable, recommended, better than, under 100, under 200, under 500, under 1000, under 2000, rated, should i buy, affordable, budget, quietest, lightest, strongest',
    ],
    [
      0.8,
      'with drawers, for back pain, for flat feet, 2025, 2026, 2027, pro, portable, adjustable, lightweight, small, large, or',
    ],
  ],
  transactional: [
    [
      3,
      'buy, for sale, order, coupon, coupons, coupon code, promo code, discount, discounts, discount code, deal, deals, free shipping, clearance, black friday, cyber monday, download, free trial, quote, quotes, tickets, wholesale, financing, subscribe, purchase, shop online, buy online, order online',
    ],
    [
      2.2,
      'price, prices, cheap, sale, rent a, rental, hire, book, hire a, in stock, pay monthly, sign up, refurbished, used, second hand, gift card, on sale, pre order, printable, apk, pdf, lease',
    ],
    [1, 'online, delivery, kit, pack, bundle, subscription, membership'],
  ],
  navigational: [
    [
      3.2,
      'login, log in, sign in, signin, official website, official site, homepage, home page, customer service, web player, help center, webmail, tracking, contact number, phone number, my account, online banking, gov website',
    ],
    [1.5, 'website, app, portal, dashboard, support, contact, settings, account, forum, www'],
  ],
  local: [
    [
      4,
      'near me, nearby, close to me, closest to me, in my area, around me, open now, closest, nearest, open 24 hours, opening hours, drop off near me',
    ],
    [2, 'open sunday, hours, directions, downtown, near, phone number near'],
  ],
}

/** Weaker signs of English: what the keyword names rather than what it says. */
export const englishNouns = {
  /** Things people compare and buy: a bare one is being shopped for more often than read about. */
  products: new Set(
    `bike bikes ebike ebikes desk desks chair chairs laptop laptops shoes mattress headphones earbuds vacuum vacuums machine machines
    maker makers grinder grinders tumbler tumblers bin bins phone phones watch watches camera cameras monitor monitors keyboard
    keyboards mouse backpack backpacks jacket jackets sofa bed beds fryer fryers blender blenders kettle kettles lamp lamps software
    crm hosting vpn insurance stroller helmet helmets lock locks tire tires converter converters frame frames printer printers
    tablet tablets speaker speakers tv tvs router routers drill drills mower mowers tent tents mat mats jar jars`.split(
      /\s+/,
    ),
  ),
  /** Places and trades one goes to. */
  venues: new Set(
    `restaurant restaurants cafe cafes bakery bakeries shop shops store stores dentist doctor plumber electrician mechanic lawyer vet
    gym gyms salon barber pharmacy hospital hotel hotels bar bars pizza brunch sushi repair classes coworking rental rentals clinic
    school schools daycare church library museum parking bank atm contractor roofer florist nursery dealer dealers`.split(
      /\s+/,
    ),
  ),
  /** Names people type to get there. */
  sites: new Set(
    `facebook youtube gmail reddit amazon netflix instagram twitter tiktok linkedin github google outlook hotmail ebay paypal spotify
    wikipedia whatsapp pinterest twitch discord slack zoom chatgpt dropbox yahoo bing ups fedex usps dhl walmart target costco ikea
    etsy airbnb uber starbucks irs craigslist quora medium tumblr canva figma notion roblox steam hulu disney chase`.split(
      /\s+/,
    ),
  ),
  cities: new Set(
    `london paris berlin madrid rome lisbon dublin amsterdam vienna toronto vancouver montreal sydney melbourne auckland chicago austin
    seattle denver boston brooklyn manhattan portland houston dallas phoenix philadelphia miami atlanta detroit minneapolis nashville
    orlando sacramento oakland manchester birmingham glasgow edinburgh bristol leeds munich hamburg cologne barcelona milan tokyo
    singapore mumbai delhi bangalore dubai johannesburg brisbane perth calgary ottawa baltimore charlotte pittsburgh cleveland
    tampa cincinnati honolulu`.split(/\s+/),
  ),
}

const de: IntentWords = {
  informational: [
    [
      2,
      'anleitung, bedeutung, definition, rezept, rezepte, erklärung, ursachen, symptome, wirkung, selber machen, selbst machen, beispiele, geschichte, unterschied',
    ],
    [1.2, 'tipps, ideen, lernen, liste, verhältnis, haltbarkeit, kalorien, ratgeber, hausmittel'],
  ],
  commercial: [
    [
      3,
      'beste, bester, bestes, besten, test, testsieger, vergleich, erfahrungen, erfahrung, bewertung, bewertungen, alternative, alternativen, vs',
    ],
    [1.5, 'empfehlung, marken, hersteller, lohnt sich, günstigste'],
  ],
  transactional: [
    [
      3,
      'kaufen, bestellen, gutschein, rabatt, angebot, angebote, rabattcode, online kaufen, herunterladen, download, tickets, mieten, leasing',
    ],
    [2, 'preis, preise, kosten, günstig, gebraucht, billig, sale, versandkostenfrei'],
  ],
  navigational: [[3, 'login, anmelden, einloggen, kundenservice, offizielle seite, homepage, startseite, kontakt']],
  local: [[4, 'in der nähe, in meiner nähe, öffnungszeiten, geöffnet, nähe, umgebung']],
}
const fr: IntentWords = {
  informational: [
    [
      2,
      'définition, signification, recette, recettes, explication, causes, symptômes, histoire, exemple, exemples, tutoriel, différence',
    ],
    [1.2, 'conseils, idées, guide, apprendre, liste, astuces, maison, calories, bienfaits'],
  ],
  commercial: [
    [
      3,
      'meilleur, meilleure, meilleurs, meilleures, avis, test, comparatif, comparaison, vs, alternative, alternatives, top',
    ],
  ],
  transactional: [
    [
      3,
      'acheter, achat, commander, promo, code promo, réduction, soldes, télécharger, réserver, livraison gratuite, à vendre, location',
    ],
    [2, 'prix, pas cher, occasion, tarif, devis, gratuit'],
  ],
  navigational: [[3, 'connexion, se connecter, site officiel, service client, mon compte, contact']],
  local: [[4, 'près de moi, autour de moi, à proximité, près de chez moi, pres de moi, horaires, ouvert']],
}
const es: IntentWords = {
  informational: [
    [
      2,
      'significado, definición, receta, recetas, causas, síntomas, historia, ejemplos, tutorial, diferencia, beneficios',
    ],
    [1.2, 'consejos, ideas, guía, aprender, lista, casero, casera, calorías, pasos'],
  ],
  commercial: [[3, 'mejor, mejores, opiniones, reseña, reseñas, comparativa, vs, alternativas, alternativa, análisis']],
  transactional: [
    [
      3,
      'comprar, compra, oferta, ofertas, cupón, descuento, descuentos, descargar, reservar, envío gratis, en venta, alquiler, pedir',
    ],
    [2, 'precio, precios, barato, barata, baratos, segunda mano, gratis'],
  ],
  navigational: [[3, 'iniciar sesión, login, sitio oficial, página oficial, atención al cliente, mi cuenta, entrar']],
  local: [[4, 'cerca de mí, cerca de mi, cerca, cercano, abierto ahora, horario, horarios']],
}
const it: IntentWords = {
  informational: [
    [
      2,
      'significato, definizione, ricetta, ricette, cause, sintomi, storia, esempi, guida, tutorial, differenza, benefici, fatto in casa, consigli, idee',
    ],
  ],
  commercial: [
    [3, 'migliore, migliori, miglior, recensione, recensioni, opinioni, confronto, vs, alternativa, alternative'],
  ],
  transactional: [
    [
      3,
      'comprare, acquistare, acquisto, ordinare, sconto, sconti, offerta, offerte, codice sconto, scaricare, prenotare, vendita, noleggio',
    ],
    [2, 'prezzo, prezzi, economico, usato, usata, gratis'],
  ],
  navigational: [[3, 'login, accedi, accesso, sito ufficiale, assistenza clienti, area clienti']],
  local: [[4, 'vicino a me, nelle vicinanze, orari, aperto ora, vicino']],
}
const pt: IntentWords = {
  informational: [
    [
      2,
      'significado, definição, receita, receitas, causas, sintomas, história, exemplos, tutorial, diferença, benefícios, dicas, ideias, guia, caseiro, passo a passo',
    ],
  ],
  commercial: [
    [
      3,
      'melhor, melhores, avaliação, avaliações, comparação, comparativo, vs, alternativa, alternativas, vale a pena, opiniões',
    ],
  ],
  transactional: [
    [
      3,
      'comprar, compra, oferta, ofertas, cupom, desconto, descontos, baixar, reservar, frete grátis, à venda, aluguel, promoção',
    ],
    [2, 'preço, preços, barato, barata, usado, usada, grátis, valor'],
  ],
  navigational: [[3, 'login, entrar, site oficial, atendimento ao cliente, minha conta, telefone']],
  local: [[4, 'perto de mim, próximo a mim, perto, aberto agora, horário de funcionamento']],
}
const nl: IntentWords = {
  informational: [
    [
      2,
      'betekenis, definitie, recept, recepten, oorzaken, symptomen, geschiedenis, voorbeelden, uitleg, verschil, tips, ideeën, zelf maken, stappenplan',
    ],
  ],
  commercial: [
    [3, 'beste, review, reviews, vergelijken, vergelijking, vs, alternatief, alternatieven, ervaringen, test'],
  ],
  transactional: [
    [3, 'kopen, bestellen, korting, kortingscode, aanbieding, aanbiedingen, downloaden, boeken, te koop, huren'],
    [2, 'prijs, prijzen, goedkoop, goedkope, tweedehands, gratis, kosten'],
  ],
  navigational: [[3, 'login, inloggen, klantenservice, officiële website, mijn account, contact']],
  local: [[4, 'in de buurt, bij mij in de buurt, openingstijden, nu open, dichtbij']],
}
const pl: IntentWords = {
  informational: [
    [
      2,
      'znaczenie, definicja, przepis, przepisy, przyczyny, objawy, historia, przykłady, poradnik, różnica, właściwości, pomysły, domowy',
    ],
  ],
  commercial: [[3, 'najlepszy, najlepsza, najlepsze, opinie, recenzja, porównanie, vs, ranking, test, zamiennik']],
  transactional: [
    [3, 'kup, kupić, sklep, zamówić, promocja, rabat, kod rabatowy, pobierz, wyprzedaż, na sprzedaż, wynajem'],
    [2, 'cena, ceny, tani, tanie, tania, używany, używane, darmowy'],
  ],
  navigational: [[3, 'logowanie, zaloguj, oficjalna strona, obsługa klienta, kontakt, moje konto']],
  local: [[4, 'w pobliżu, blisko mnie, godziny otwarcia, najbliższy, otwarte']],
}
const sv: IntentWords = {
  informational: [
    [2, 'betydelse, definition, recept, orsaker, symptom, historia, exempel, guide, skillnad, tips, idéer, hemgjord'],
  ],
  commercial: [[3, 'bäst, bästa, bäst i test, recension, omdöme, omdömen, jämför, jämförelse, vs, alternativ']],
  transactional: [
    [3, 'köp, köpa, beställ, beställa, rabatt, rabattkod, erbjudande, ladda ner, boka, till salu, hyra, rea'],
    [2, 'pris, priser, billig, billiga, begagnad, begagnade, gratis'],
  ],
  navigational: [[3, 'logga in, inloggning, kundtjänst, officiell hemsida, mina sidor, kontakt']],
  local: [[4, 'nära mig, i närheten, öppettider, öppet nu, nära']],
}
const tr: IntentWords = {
  informational: [
    [
      2,
      'anlamı, tanımı, tarifi, tarif, nedenleri, belirtileri, tarihi, örnekleri, faydaları, zararları, yapımı, farkı, rehberi, ev yapımı',
    ],
  ],
  commercial: [
    [3, 'en iyi, yorum, yorumlar, yorumları, inceleme, karşılaştırma, vs, alternatifi, tavsiye, öneri, önerileri'],
  ],
  transactional: [
    [3, 'satın al, satın alma, sipariş, indirim, indirim kodu, kampanya, indir, rezervasyon, satılık, kiralık, kirala'],
    [2, 'fiyat, fiyatı, fiyatları, ucuz, ikinci el, ücretsiz'],
  ],
  navigational: [[3, 'giriş, giriş yap, resmi site, müşteri hizmetleri, hesabım, iletişim']],
  local: [[4, 'yakınımdaki, yakınımda, en yakın, çalışma saatleri, nerede açık']],
}
const ja: IntentWords = {
  informational: [[2, '意味, とは, 作り方, レシピ, 方法, 使い方, 原因, 症状, 歴史, 例, 違い, 効果, やり方, コツ']],
  commercial: [[3, 'おすすめ, ランキング, 比較, 口コミ, 評判, レビュー, 人気, 代わり']],
  transactional: [
    [3, '通販, 購入, 予約, クーポン, セール, ダウンロード, 注文, 販売, 激安, レンタル'],
    [2, '価格, 値段, 安い, 中古, 無料, 送料無料'],
  ],
  navigational: [[3, 'ログイン, 公式, 問い合わせ, マイページ, サイト']],
  local: [[4, '近く, 付近, 周辺, 営業時間, 近い']],
}

export const intentWords: Record<string, IntentWords> = { en, de, fr, es, it, pt, nl, pl, sv, tr, ja }
