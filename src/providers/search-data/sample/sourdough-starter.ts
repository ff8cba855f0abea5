import { sourdoughPages } from './sourdough-starter.pages.ts'
import { topic } from './topic.ts'

export const sourdoughStarter = topic({
  name: 'sourdough starter',
  aliases: ['sourdough starter', 'sourdough starters', 'sourdough', 'sour dough starter'],
  pages: sourdoughPages,
  questions: `
how to make a sourdough starter
how to make a sourdough starter from scratch
how to make a sourdough starter from scratch in 7 days
how to make a sourdough starter with whole wheat flour
how to make a sourdough starter with rye flour
how to make a sourdough starter without a scale
how to make a sourdough starter without discarding
how to make a sourdough starter more sour
how to make a sourdough starter stronger
how to make a gluten free sourdough starter
how to feed a sourdough starter
how to feed a sourdough starter after refrigeration
how to feed a sourdough starter before baking
how to feed a sourdough starter without a scale
how to feed a small sourdough starter
how to store sourdough starter
how to store sourdough starter in the fridge
how to store sourdough starter long term
how to dry sourdough starter
how to freeze sourdough starter
how to revive a sourdough starter
how to revive a sourdough starter from the fridge
how to revive dried sourdough starter
how to use sourdough starter
how to use sourdough starter from the fridge
how to use sourdough starter discard
how to thicken a runny sourdough starter
how to tell if sourdough starter is ready
how to tell if sourdough starter is bad
how to tell if sourdough starter is dead
how to keep sourdough starter warm
how to keep sourdough starter alive
how to maintain a sourdough starter
how to increase sourdough starter
how to clean a sourdough starter jar
how to get rid of mold in sourdough starter
how to test a sourdough starter
how to name a sourdough starter
how to travel with sourdough starter
how long does it take to make a sourdough starter
how long does sourdough starter last
how long does sourdough starter last in the fridge
how long does it take for sourdough starter to rise
how long can sourdough starter sit out
how long can sourdough starter go without feeding
how long after feeding sourdough starter can i use it
how long to wait to use sourdough starter from fridge
how much sourdough starter to use
how much sourdough starter for one loaf
how much sourdough starter to keep
how much to feed sourdough starter
how often to feed sourdough starter
how often to feed sourdough starter in the fridge
how does a sourdough starter work
how old is the oldest sourdough starter
what is a sourdough starter
what is sourdough starter made of
what is sourdough discard
what is hooch in sourdough starter
what is a stiff sourdough starter
what is the float test for sourdough starter
what is the best flour for sourdough starter
what is the best temperature for sourdough starter
what is the best jar for sourdough starter
what is the best ratio for feeding sourdough starter
what should sourdough starter smell like
what should sourdough starter look like
what should sourdough starter look like on day 3
what consistency should sourdough starter be
what does 1:1:1 mean in sourdough starter
what does bad sourdough starter look like
what to do with sourdough starter discard
what to do when sourdough starter is too thin
what kind of flour for sourdough starter
what kind of water for sourdough starter
why is my sourdough starter not rising
why is my sourdough starter not rising on day 4
why is my sourdough starter not bubbling
why is my sourdough starter runny
why is my sourdough starter so thick
why is my sourdough starter separating
why does my sourdough starter smell like acetone
why does my sourdough starter smell like vomit
why does my sourdough starter smell like cheese
why does my sourdough starter smell like alcohol
why does my sourdough starter have liquid on top
why do you discard sourdough starter
why did my sourdough starter stop rising
why did my sourdough starter turn pink
can you kill a sourdough starter
can you freeze sourdough starter
can you overfeed a sourdough starter
can you use sourdough starter straight from the fridge
can you use self raising flour for sourdough starter
can you use tap water for sourdough starter
can you add yeast to sourdough starter
can you eat raw sourdough starter
can you make sourdough starter with all purpose flour
can you make sourdough starter with bleached flour
can you switch flour in a sourdough starter
can you stir sourdough starter with a metal spoon
can sourdough starter go bad
can sourdough starter be left out overnight
can sourdough starter be gluten free
is my sourdough starter dead
is my sourdough starter ready
is my sourdough starter ready to bake with
is sourdough starter gluten free
is sourdough starter vegan
is sourdough starter supposed to smell
is sourdough starter a probiotic
is it ok to skip feeding sourdough starter
are bubbles in sourdough starter good
are sourdough starters safe to eat
does sourdough starter need to be refrigerated
does sourdough starter need to be airtight
does sourdough starter go bad
does sourdough starter get better with age
does sourdough starter have to double
does sourdough starter have gluten
does chlorinated water kill sourdough starter
do i have to discard sourdough starter
do i have to discard sourdough starter every time i feed it
do i stir sourdough starter before feeding
do i need a lid for sourdough starter
do sourdough starters taste different
should i stir my sourdough starter
should i cover my sourdough starter
should i feed my sourdough starter before putting it in the fridge
should i pour off hooch
should sourdough starter be thick or runny
will sourdough starter rise in the fridge
will sourdough starter work with old flour
when is sourdough starter ready to use
when to feed sourdough starter
when to discard sourdough starter
when to put sourdough starter in the fridge
when to throw out sourdough starter
where to buy sourdough starter
where to keep sourdough starter
where does the yeast in sourdough starter come from
which flour is best for sourdough starter
which jar is best for sourdough starter
who sells live sourdough starter near me
`,
  tails: `
recipe
discard recipes
feeding
feeding schedule
feeding ratio
from scratch
jar
kit
not rising
smells like acetone
smells like alcohol
hooch
hydration
in fridge
day 3
day 5 not rising
dried
discard
discard pancakes
discard crackers
bread recipe
bread flour
bubbles
buy
calculator
care
consistency
container
dough
dead or alive
dehydrated
explained
equipment
float test
for beginners
for pizza
for gluten free bread
for sale
freezer
flakes
guide
gluten free
gifts
gone bad
growth stages
healthy signs
hungry
heating pad
hydration calculator
in cold kitchen
in oven with light on
ingredients
is runny
just flour and water
king size batch
keeps separating
levain difference
liquid on top
lid or cloth
long term storage
maintenance
mold
mother
mature
near me
no discard
not bubbling
names
not doubling
online
overfed
over proofed
or levain
or instant yeast
on the counter
pancakes
pink streaks
pizza dough
ph
probiotics
quick
questions
ratio
ready signs
recipe grams
revival
rye
runny
stages
storage
smell
stiff
science
temperature
timeline
tips
troubleshooting
too thick
too sour
texture
to levain
using whole wheat
using rye flour
uses
under a cloth
vs yeast
vs levain
vs poolish
vs active dry yeast
versus biga
vinegar smell
very liquid
vitamins
waffles
with all purpose flour
with honey
with potato water
with whole wheat flour
without discard
without a scale
water temperature
warm place
whole wheat
xanthan gum
yeast types
young
yogurt smell
zero waste
1:5:5
100 hydration
7 day plan
after refrigeration
before baking
like pancake batter
compared to commercial yeast
`,
  others: `
best sourdough starter recipe
best flour for sourdough starter
best jar for sourdough starter
best water for sourdough starter
best sourdough starter for beginners
best sourdough starter to buy
easy sourdough starter
easy sourdough discard recipes
rye sourdough starter
whole wheat sourdough starter
gluten free sourdough starter
stiff sourdough starter
liquid sourdough starter
mature sourdough starter
dried sourdough starter
san francisco sourdough starter
small batch sourdough starter
no discard sourdough starter
overnight sourdough discard waffles
same day sourdough discard recipes
sourdough discard banana bread
sourdough discard pizza dough
sourdough discard flatbread
sourdough discard in the fridge how long
sourdough starter vs sourdough discard
levain vs starter
poolish vs sourdough starter
difference between levain and sourdough starter
difference between fed and unfed sourdough starter
alternative to sourdough starter
sourdough bread without starter
rye or whole wheat for sourdough starter
fridge or counter for sourdough starter
metal spoon and sourdough starter
pineapple juice sourdough starter
acetone smell sourdough starter
false rise sourdough starter day 2
peak time sourdough starter
rubber band sourdough jar
proofing box for sourdough starter
wild yeast vs commercial yeast
lactic acid bacteria in sourdough
sourdough hydration chart
sourdough bakers percentage
sourdough starter feeding calculator
`,
  related: `
sourdough bread recipe
sourdough discard recipes
levain
bread flour
bulk fermentation
bakers percentage
rye bread
proofing basket
no knead bread
wild yeast
pizza dough with starter
dutch oven bread
`,
  discussions: {
    'breadbakers.example': `
Day 5 and completely flat, do I start over?
Starter doubles but my bread is still dense
Is 1:1:1 too little food in a warm kitchen?
Whole rye made all the difference for me
Starter peaks in three hours, how do I slow it down?
Does a stiff starter really taste milder?
How small a starter do you keep?
Converting a liquid starter to a stiff one
Float test fails, bread is fine
    `,
    'fermentfriends.example': `
Nail varnish smell after a week in the fridge
Pink streak on the rim, can it be saved?
What is living in my jar?
Chloramine in our tap water: filter or bottled?
Dried flakes brought back after three years
Fruit flies around the starter jar
    `,
    'kitchentalk.example': `
What do you do with all the discard?
Best crackers you have made with old discard
Do you really need a special jar?
Taking a starter on a plane
Forgot my starter for two months
Keeping a starter warm in winter
Gluten-free starter: brown rice or buckwheat?
    `,
    'breadquestions.example': `
Why does a new starter rise on day two and then stop?
How do I count the water in the starter?
Is raw starter safe for children to taste?
    `,
  },
  features: [
    { type: 'featured_snippet', rank: 1, title: 'How to make a sourdough starter' },
    { type: 'people_also_ask', rank: 2, title: 'How long does it take to make a sourdough starter?' },
    { type: 'people_also_ask', rank: 2, title: 'Why do you discard sourdough starter?' },
    { type: 'people_also_ask', rank: 2, title: 'What should sourdough starter smell like?' },
    { type: 'video', rank: 3, title: 'Sourdough starter, one week in two minutes' },
    { type: 'recipe', rank: 5, title: 'Sourdough starter' },
    { type: 'related_searches', rank: null, title: 'Sourdough starter feeding ratio' },
  ],
})
