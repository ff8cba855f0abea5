import { coldBrewPages } from './cold-brew-coffee.pages.ts'
import { topic } from './topic.ts'

export const coldBrewCoffee = topic({
  name: 'cold brew coffee',
  aliases: ['cold brew coffee', 'cold brewed coffee', 'cold brew', 'coldbrew', 'cold-brew'],
  pages: coldBrewPages,
  questions: `
how to make cold brew coffee
how to make cold brew coffee at home
how to make cold brew coffee in a french press
how to make cold brew coffee with ground coffee
how to make cold brew coffee concentrate
how to make cold brew coffee without a filter
how to make cold brew coffee in a mason jar
how to make cold brew coffee at home in a mason jar
how to make cold brew coffee less bitter
how to make cold brew coffee stronger
how to make cold brew coffee taste better
how to make cold brew coffee with milk
how to make cold brew coffee fast
how to make cold brew coffee for one
how to make cold brew coffee for a crowd
how to make cold brew with regular coffee
how to make nitro cold brew coffee
how to make nitro cold brew coffee at home
how long does cold brew coffee last
how long does cold brew coffee last in the fridge
how long does cold brew coffee last with milk
how long does cold brew concentrate last
how long does cold brew last at room temperature
how long to steep cold brew coffee
how long to steep cold brew in the fridge
how long to steep cold brew on the counter
how long does cold brew take
how long is cold brew good for
how much caffeine in cold brew coffee
how much caffeine in cold brew concentrate
how much caffeine in 16 oz cold brew coffee
how much coffee for cold brew
how much coffee for 1 gallon of cold brew
how much coffee for 2 quarts of cold brew
how much water for cold brew concentrate
how much cold brew is too much
how many calories in cold brew coffee
how is cold brew coffee made
how is cold brew different from iced coffee
how does cold brew coffee taste
how does cold brew work
how to drink cold brew coffee
how to drink cold brew concentrate
how to dilute cold brew concentrate
how to sweeten cold brew coffee
how to store cold brew coffee
how to filter cold brew coffee
how to filter cold brew without cheesecloth
how to strain cold brew coffee
how to grind coffee for cold brew
how to order cold brew coffee
how to heat up cold brew coffee
how to fix weak cold brew
how to clean a cold brew maker
how strong is cold brew coffee
what is cold brew coffee
what is cold brew coffee concentrate
what is cold brew coffee made of
what is cold brew coffee good for
what is cold brew coffee vs iced coffee
what is nitro cold brew coffee
what is sweet cream cold brew
what is vanilla sweet cream cold brew
what is the best coffee for cold brew
what is the best ratio for cold brew
what is the best grind for cold brew coffee
what does cold brew coffee taste like
what does cold brew do to your body
what does nitro mean in cold brew coffee
what grind for cold brew coffee
what kind of coffee for cold brew
what roast is best for cold brew coffee
what ratio for cold brew concentrate
what to add to cold brew coffee
what to do with cold brew grounds
what to mix with cold brew coffee
what beans to use for cold brew
why is cold brew coffee so strong
why is cold brew coffee better
why is cold brew coffee more expensive
why is cold brew coffee less acidic
why is my cold brew coffee bitter
why is my cold brew coffee weak
why is my cold brew cloudy
why is my cold brew sour
why does cold brew coffee upset my stomach
why does cold brew coffee taste different
why does cold brew give me a headache
why does cold brew have more caffeine
why cold brew coffee is smoother
why use coarse grind for cold brew
can you heat cold brew coffee
can you make cold brew coffee with hot water
can you make cold brew coffee with espresso beans
can you make cold brew coffee with pre ground coffee
can you make cold brew coffee in a coffee maker
can you make cold brew with decaf
can you freeze cold brew coffee
can you reuse cold brew grounds
can you steep cold brew too long
can you drink cold brew concentrate straight
can you put cold brew in a keg
can you use regular coffee for cold brew
can cold brew coffee go bad
can cold brew coffee make you sick
can cold brew sit out overnight
can cold brew be decaf
is cold brew coffee stronger
is cold brew coffee stronger than espresso
is cold brew coffee less acidic
is cold brew coffee better for you
is cold brew coffee healthy
is cold brew coffee keto
is cold brew coffee good for weight loss
is cold brew coffee just iced coffee
is cold brew easier on the stomach
is cold brew cheaper to make at home
is it safe to leave cold brew out overnight
is nitro cold brew stronger than cold brew coffee
are cold brew coffee makers worth it
are cold brew bags reusable
are cold brew pods any good
does cold brew coffee have more caffeine
does cold brew coffee have sugar
does cold brew coffee go bad
does cold brew coffee expire
does cold brew coffee need to be refrigerated
does cold brew coffee break a fast
does cold brew coffee stain teeth
does cold brew coffee have calories
does cold brew taste like coffee
does cold brew need to be stirred
does nitro cold brew have more caffeine
do you dilute cold brew coffee
do you stir cold brew while steeping
do i need a filter for cold brew coffee
do cold brew beans need to be special
should cold brew coffee be refrigerated while steeping
should cold brew coffee be diluted
should i stir my cold brew
should i steep cold brew in the fridge or on the counter
will cold brew coffee keep me awake
will cold brew go bad if left out
will cold brew work with fine ground coffee
when to drink cold brew coffee
when does cold brew coffee expire
when was cold brew coffee invented
when to add milk to cold brew
where to buy cold brew coffee
where to buy cold brew coffee concentrate
where to buy cold brew coffee bags
where was cold brew coffee invented
where does cold brew coffee come from
which coffee is best for cold brew
which cold brew coffee has the most caffeine
which cold brew coffee maker is best
which grind size for cold brew coffee
which milk is best for cold brew
who invented cold brew coffee
who makes the best cold brew coffee
who sells cold brew coffee kegs
`,
  tails: `
recipe
maker
concentrate
ratio
caffeine
near me
bags
beans
benefits
bottle
brands
at home
acidity
and milk
and tonic
and stomach problems
additives
advantages
brewing time
by the gallon
calories
calculator
cans
cocktail
cups
dark roast
decaf
dispenser
delivery
drip tower
espresso martini
electric maker
explained
equipment
filter
for beginners
for a crowd
for weight loss
for iced lattes
for one person
for camping
french press
french press ratio
from concentrate
flavors
gallon
grind size
grinder
growler
gift set
health benefits
hot
how long to steep
ice cubes
ice cream
in a mason jar
in the fridge
in a french press
instructions
infuser
jar
jug
jelly
keg
kit
kyoto style
keto
latte
light roast
large batch
less bitter
like starbucks
machine
mason jar
martini
meaning
mocha
mixed with lemonade
nitro
not strong enough
nutrition
on the counter
on tap
on an empty stomach
or iced coffee
or espresso
overnight
packs
pitcher
pods
ph level
protein shake
price per cup
quart recipe
quick
questions
ratio grams
ratio per litre
ready to drink
robusta
room temperature
shelf life
stronger than espresso
syrup
starter kit
sweet cream
taste
temperature
time
to go bottles
toddy
tonic
tastes sour
under 2 hours
using a tea bag
using instant coffee
utensils
vanilla
vanilla sweet cream
vs iced coffee
vs espresso
vs hot coffee
vs nitro
vs drip coffee caffeine
vs americano
vs cold drip
vs pour over
versus iced coffee acidity
water temperature
weak
with oat milk
with milk
with ground coffee
with chicory
with cinnamon
with protein powder
with sweet cream
with tonic water
without a maker
without cheesecloth
without sugar
without a scale
wholesale
xl pitcher
yield
youtube recipe
zero calories
zip bag method
12 hours vs 24 hours
1 to 8 ratio
24 hours
64 oz
compared to espresso caffeine
compared to iced coffee
alternative for hot coffee
after 3 pm
before a workout
during pregnancy
`,
  others: `
best cold brew coffee
best cold brew coffee maker
best cold brew coffee beans
best cold brew coffee ratio
best cold brew coffee concentrate
best cold brew coffee grinder
best coffee for cold brew
best grind for cold brew
best water for cold brew
best container for cold brew
best milk for cold brew
easy cold brew coffee recipe
homemade cold brew coffee
overnight cold brew coffee
single serve cold brew coffee
decaf cold brew coffee
organic cold brew coffee
vanilla cold brew coffee
salted caramel cold brew
pumpkin cream cold brew recipe
chocolate cream cold brew recipe
brown sugar cold brew
honey cinnamon cold brew
coconut cold brew
japanese cold brew coffee
vietnamese cold brew coffee
kyoto cold brew tower
nitro cold brew coffee
nitro cold brew at home
nitro cold brew keg
nitro cold brew vs cold brew
hot brew vs cold brew acidity
flash chilled coffee vs cold brew
japanese iced coffee vs cold brew
difference between cold brew coffee and iced coffee
difference between cold brew coffee and nitro
alternative to cold brew coffee
alternatives to cheesecloth for cold brew
cold brew instead of espresso in tiramisu
cold brew better than hot coffee for stomach
medium or dark roast for cold brew
mesh or paper filter for cold brew
coarse or medium grind for cold brew
cold brew steep time chart
cold brew ratio calculator
cold brew ratio for 1 gallon
cold brew ratio tablespoons
cold brew ratio cups
cold brew concentrate ratio
cold brew concentrate dilution
cold brew simple syrup recipe
cold brew espresso martini recipe
cold brew protein coffee
cold brew sediment
cold brew filter bags for mason jar
cold brew pitcher with mesh filter
cold brew tap for fridge
cold brew grounds in garden
`,
  related: `
iced coffee recipe
japanese iced coffee
nitro coffee
coffee concentrate
french press coffee
coarse ground coffee
burr coffee grinder
coffee to water ratio
iced latte at home
caffeine per cup
coffee syrup recipe
slow drip coffee
`,
  discussions: {
    'homebarista.example': `
Cold brew at 1:5 tastes thin, what am I missing?
My cold brew is cloudy after two paper filters
Room temperature or fridge for the steep? Side by side notes
Does stirring halfway do anything?
Light roast cold brew that does not taste like tea
Is a burr grinder wasted on cold brew?
Cleaning coffee oils out of a cotton brew bag
Concentrate keeps separating in oat milk
How coarse is too coarse?
    `,
    'kitchentalk.example': `
How long do you really keep cold brew in the fridge?
Left my cold brew on the counter for 26 hours, still fine?
What do you do with all the spent grounds?
Cheapest way to make a gallon for an office
Sweetening cold brew without grainy sugar
Can I heat cold brew in the microwave?
Best jar for cold brew that fits in a fridge door
    `,
    'coffeequestions.example': `
Why does cold brew give me jitters when espresso does not?
Is cold brew really less acidic, or does it only taste that way?
How do I estimate the caffeine in my own batch?
Difference between cold drip and cold brew
Can cold brew be unsafe to drink?
Why is the second half of the jar always more bitter?
    `,
    'smallcafe.example': `
Batch size and holding time for cold brew on tap
Nitro without a full keg system
Pricing a glass of cold brew against iced coffee
    `,
  },
  features: [
    { type: 'featured_snippet', rank: 1, title: 'How to make cold brew coffee at home' },
    { type: 'people_also_ask', rank: 2, title: 'What is the best ratio for cold brew?' },
    { type: 'people_also_ask', rank: 2, title: 'How long does cold brew last in the fridge?' },
    { type: 'people_also_ask', rank: 2, title: 'Is cold brew stronger than iced coffee?' },
    { type: 'people_also_ask', rank: 2, title: 'Can you make cold brew with regular coffee?' },
    { type: 'video', rank: 4, title: 'Cold brew in a jar, start to finish' },
    { type: 'images', rank: 6, title: 'Cold brew coffee' },
    { type: 'related_searches', rank: null, title: 'Cold brew coffee maker' },
  ],
})
