/**
 * Keywords labelled by hand by what most people who type them want: to know (informational), to choose (commercial),
 * to buy or get (transactional), to reach one site (navigational), a place nearby (local). `developed` were labelled
 * before the rules and the rules were written for them; `heldBack` were written after the rules, on other subjects,
 * and no rule was changed for them.
 */
import type { Intent } from './classify-intent.ts'

const developedLists: Record<Intent, string> = {
  informational: `
how to make cold brew coffee
what is a sit stand desk
sourdough starter not rising
why does my dog eat grass
symptoms of iron deficiency
cold brew ratio
history of the roman empire
can you compost citrus peels
photosynthesis explained
python list comprehension
how many calories in an avocado
average rent in portugal
electric bike laws in california
standing desk posture tips
chocolate chip cookie recipe
how does a heat pump work
meaning of the word liminal
compost carbon nitrogen ratio
is it safe to eat raw eggs
when to plant tomatoes
causes of lower back pain
difference between affect and effect
sourdough hydration chart
world war 2 timeline
ideas for a small balcony garden
guide to tax deductions for freelancers
how long does sourdough last
tie a tie steps
what temperature to wash towels
why is the sky blue
benefits of walking
diy raised garden bed plans
who invented the telephone
list of vegetables high in protein
convert ounces to grams
learn spanish grammar
vitamin d deficiency
javascript closures
how much does a standing desk weigh
signs of burnout
cold brew caffeine content
worm bin smells bad
examples of metaphors
quadratic formula
`,
  commercial: `
best cold brew coffee maker
standing desk vs desk converter
uplift v2 review
top 10 electric bikes under 2000
best budget laptop for students
cheapest electric bike worth it
noise cancelling headphones comparison
notion alternatives
best credit cards for travel
dyson v15 vs v12
is the oura ring worth it
compost tumbler reviews
best sourdough cookbook
most comfortable office chair
shopify vs woocommerce
which espresso machine should i buy
robot vacuum ratings
best crm for small business
iphone 17 pro review
hello fresh vs blue apron
top rated air fryers
best mattress for back pain
electric bike brands
standing desk with drawers
affordable hybrid bikes
mailchimp competitors
pros and cons of electric bikes
best standing desk 2026
trek or specialized
running shoes for flat feet
`,
  transactional: `
buy cold brew concentrate online
standing desk for sale
electric bike coupon code
download firefox
cheap flights to lisbon
order pizza online
compost bin free shipping
used electric bikes for sale
iphone 17 price
sourdough starter kit buy
hire a wedding photographer
netflix free trial
book hotel in rome
airpods pro discount
spotify premium student discount
car insurance quote
macbook air deals
concert tickets taylor swift
cold brew keg for sale
standing desk black friday
buy gift card online
rent a car lisbon
sign up for gym membership
electric bike financing
printable budget template download
uplift desk promo code
wholesale coffee beans
size 10 running shoes clearance
`,
  navigational: `
facebook login
gmail sign in
ikea official website
amazon customer service
youtube
bank of america online banking login
reddit
netflix help center
linkedin profile settings login
github.com
ups tracking
outlook webmail
chatgpt login
starbucks app
paypal contact number
irs gov website
spotify web player
wikipedia home page
`,
  local: `
coffee shops near me
electric bike shop near me
dentist open now
plumber in austin
compost drop off near me
best pizza in brooklyn
gyms nearby
pharmacy open 24 hours near me
bike repair seattle
sourdough bakery chicago
emergency vet near me
restaurants in london open sunday
coworking space berlin
hair salon 90210
bike rental near central park
standing desk store near me
hardware store closest to me
walmart hours near me
mexican restaurant downtown denver
yoga classes in portland
mechanic in my area
post office opening hours
thai food delivery near me
furniture store toronto
`,
}

const heldBackLists: Record<Intent, string> = {
  informational: `
why do cats purr
how to change a bike tire
capital of mongolia
octopus lifespan
how tall is mount kilimanjaro
knitting stitches for a scarf
difference between baking soda and baking powder
what does amortization mean
stretches for tight hamstrings
sql left join example
how to get rid of fruit flies
first aid for burns
pomodoro technique
why is my internet slow at night
plot of pride and prejudice
is oat milk good for you
how many feet in a mile
lemon tart recipe
iceland in november weather
causes of the french revolution
how to fold a fitted sheet
what is a good credit score
tomato leaves turning yellow
when do clocks go back
interval training explained
css grid vs flexbox
origin of the word salary
`,
  commercial: `
best hiking boots for women
fitbit vs garmin
hybrid mattress reviews
is a heat pump worth the cost
top rated carry on luggage
xero vs quickbooks for small business
best dog food for sensitive stomach
slack alternatives for small teams
most reliable used suv
best online therapy platforms
which vpn is best for streaming
cordless drill comparison
good cheap wine
kindle paperwhite or kobo clara
garden hose that does not kink
best time tracking apps
ninja creami review
lightweight umbrella stroller
gaming monitors 27 inch
electric toothbrush ratings
`,
  transactional: `
buy firewood online
mens rain jacket sale
train tickets edinburgh to london
cancel adobe subscription
download zoom
wedding invitation templates printable
bulk almonds free shipping
doordash promo code
second hand piano for sale
get a quote for home insurance
register a domain name
rent a tuxedo
cheap tires 205 55 r16
apply for a passport online
minecraft free download
flowers same day delivery
ps5 in stock
kitchen island price
`,
  navigational: `
instagram login
wells fargo sign in
trello
lufthansa online check in
apple support phone number
the guardian crossword page
hotmail inbox
fedex tracking
bbc weather
disney plus account page
stack overflow
`,
  local: `
tire shop near me
pediatrician in houston
closest gas station
sushi manchester
dog groomers nearby
farmers market this weekend near me
library hours
tapas bar barcelona
notary open saturday
climbing gym oakland
urgent care near me
playgrounds near me
nail salon 30309
car wash closest to me
`,
}

const read = (lists: Record<Intent, string>) =>
  Object.entries(lists).flatMap(([intent, text]) =>
    text
      .trim()
      .split('\n')
      .map((keyword) => ({ keyword, intent })),
  )

export const developed = read(developedLists)
export const heldBack = read(heldBackLists)
