import { homeCompostingPages } from './home-composting.pages.ts'
import { topic } from './topic.ts'

export const homeComposting = topic({
  name: 'home composting',
  aliases: [
    'home composting',
    'composting at home',
    'home compost',
    'compost at home',
    'backyard composting',
    'composting',
    'compost',
  ],
  pages: homeCompostingPages,
  questions: `
how to start home composting
how to start composting at home
how to start composting for beginners
how to start composting in an apartment
how to start composting in winter
how to start a compost pile
how to start a compost bin in the kitchen
how to compost at home
how to compost at home without a bin
how to compost at home without smell
how to compost at home without worms
how to compost in an apartment
how to compost in an apartment without worms
how to compost leaves
how to compost leaves fast
how to compost grass clippings
how to compost food scraps
how to compost cardboard
how to compost coffee grounds
how to compost with worms
how to compost in winter
how to compost meat safely
how to build a compost bin
how to build a compost bin from pallets
how to make compost faster
how to make compost tea
how to make compost at home in a bucket
how to turn compost
how to water compost
how to heat up a compost pile
how to keep rats out of compost
how to keep flies out of compost
how to get rid of maggots in compost
how to get rid of ants in compost
how to stop compost smelling
how to use compost in the garden
how to use compost in pots
how to use a compost tumbler
how to use bokashi compost
how to store food scraps for compost
how to sieve compost
how to know when compost is ready
how to balance browns and greens in compost
how long does home composting take
how long does it take to compost at home
how long does compost take in a tumbler
how long does compost last
how long does it take for food to compost
how hot does compost get
how hot does compost need to be to kill seeds
how much compost does a household make
how much compost do i need
how often should you turn compost
how often should you water compost
how does home composting work
how does composting help the environment
how does composting reduce greenhouse gases
how big should a compost bin be
what is home composting
what is home compostable packaging
what is the difference between compost and fertilizer
what is hot composting
what is cold composting
what is bokashi composting
what is compost tea
what is leaf mold
what is the best compost bin for home
what is the best ratio for compost
what is the easiest way to compost at home
what can you compost at home
what can you not compost
what can go in a compost bin
what are browns and greens in compost
what are the benefits of composting at home
what are the disadvantages of composting
what does finished compost look like
what does compost smell like
what animals are attracted to compost
what to put at the bottom of a compost bin
what to do with finished compost
what to do with compost in winter
what temperature should compost be
what kills compost worms
why is home composting important
why is my compost not breaking down
why is my compost not heating up
why is my compost slimy
why is my compost dry
why is my compost full of ants
why does my compost smell
why does my compost smell like ammonia
why does my compost have maggots
why do you turn compost
why compost instead of landfill
why compost food scraps
can you compost citrus peels
can you compost bread
can you compost meat
can you compost cooked food
can you compost paper towels
can you compost eggshells
can you compost tea bags
can you compost pizza boxes
can you compost weeds
can you compost dog poop
can you compost hair
can you compost wood ash
can you compost avocado pits
can you compost onions
can you compost moldy food
can you compost dairy
can you compost in winter
can you compost on a balcony
can you compost without a bin
can you compost without worms
can you put too much coffee in compost
can you over turn compost
can you use compost as potting soil
can you use compost too early
can compost catch fire
can compost get too hot
is home composting worth it
is home composting easy
is home composting good for the environment
is my compost ready
is compost the same as soil
is compost good for tomatoes
is it safe to compost indoors
is a compost tumbler better than a bin
is a compost tumbler worth it
are compost tumblers any good
are compostable bags home compostable
are coffee filters compostable
are tea bags compostable
are ants in compost bad
are maggots in compost bad
does home composting smell
does home composting attract rats
does home composting save money
does compost need sunlight
does compost need worms
does compost need air
does compost go bad
does compost kill weed seeds
do you need worms for compost
do you need to turn compost
do compost bins attract rats
do compost starters work
do compostable plates break down at home
should i add worms to my compost bin
should i compost weeds
should i water my compost
should a compost bin be in the sun or shade
should compost be wet or dry
should i start composting
will compost attract bears
will compost freeze in winter
will bread attract rats to compost
when is compost ready to use
when to add compost to garden
when to turn compost
when to stop adding to compost
where to put a compost bin
where to get free compost
where to drop off compost near me
where to buy worms for composting
which compost bin is best
which worms are best for composting
which vegetables like compost
who collects compost near me
`,
  tails: `
for beginners
bin
methods
kit
with worms
in an apartment
benefits
systems
how to
bin with lid
barrel
bokashi
browns and greens
bags
bucket
book
chart
cheap
citrus
cold
containers
course
dos and donts
diy
drum
diagram
electric
examples
environmental benefits
eggshells
explained
food waste
facts
flies
fast
for kids
for small gardens
for apartments
for vegetables
for schools
guide
grass clippings
garden waste
green to brown ratio
greenhouse gas
hot
how long
heat
ideas
in winter
in a bucket
in small spaces
indoors
instructions
in pots
journal
japan
jar
kitchen waste
kitchen bin
kids project
layers
leaves
liners
lime
list
machine
maggots
meat
methane
microbes
manure
mistakes
near me
nitrogen
no smell
no turn
newspaper
or garbage disposal
or council collection
on a balcony
on concrete
of leaves
outdoors
pros and cons
process
pit
pile
problems
paper
project report
ph level
quick
questions
quiz
ratio
rats
recipe
rules
rotating bin
smell
steps
starter
setup
sawdust
supplies
temperature
tumbler
tips
toilet
trench
tea
to reduce waste
time
under the sink
underground
using earthworms
units
uk
vs industrial composting
vs landfill
vs recycling
vs bokashi
vs worm composting
vermicompost
vegetable scraps
versus fertilizer
with leaves
with bokashi
with a tumbler
with chickens
without smell
without worms
without a garden
without a bin
wood ash
winter
workshop
weeds
yard waste
youtube
yield
zero waste
zone
3 bin system
30 to 1 ratio
compared to landfill emissions
like soil
after winter
during winter
near vegetable garden
`,
  others: `
best compost bin for home
best compost bin for kitchen
best compost tumbler
best compost bin for rats
best worms for composting
best compost for vegetables
easy composting at home
indoor composting without worms
apartment composting
balcony composting
hot composting at home
cold composting method
trench composting
worm composting at home
vermicomposting for beginners
bokashi composting at home
bokashi vs composting
bokashi vs worm bin
worm bin vs compost pile
compost tumbler vs bin
compost vs fertilizer
compost vs mulch
compost vs potting soil
electric composter vs bokashi
hot vs cold composting
tumbler or bin for small garden
browns and greens compost list
browns and greens compost ratio
compost carbon nitrogen ratio
compost carbon to nitrogen ratio chart
compost bin diy pallets
compost bin for small garden
compost bin on concrete
compost bin without bottom
compost thermometer
compost activator homemade
compost caddy for kitchen
compost aerator tool
compost drop off near me
compost pickup service near me
coffee grounds in compost
citrus peels in compost
shredded paper in compost
eggshells in compost
bread in compost
grass clippings compost smell
leaf mold vs compost
difference between compost and humus
difference between composting and vermicomposting
alternative to composting for food waste
compostable vs biodegradable bags
black soldier fly larvae in compost
white fungus in compost
fruit flies in compost bin
rats in compost bin what to do
compost smells like rotten eggs
compost smells like ammonia
compost too wet
compost too dry
finished compost uses
`,
  related: `
worm bin
bokashi bin
compost tumbler
leaf mould
mulch
raised garden beds
food waste recycling
vermicompost
compost tea
soil health
kitchen compost caddy
zero waste kitchen
`,
  discussions: {
    'plotandbed.example': `
Heap will not go above 30 degrees, what is missing?
Two years of cold composting, was it worth waiting?
Rats in the bin, how did you get rid of them?
How much cardboard is too much?
Leaf mould or compost for carrots?
Weed seedlings all over my compost
Grass clippings without the slime
Pallet bays: wire or boards at the back?
Sieving compost, worth the work?
    `,
    'smallspacegrowers.example': `
Bokashi in a studio flat, honest smell report
Worms climbing the walls on day two
Where do you put finished bokashi without a garden?
Balcony bin and angry neighbours
Fruit flies from the worm bin in summer
Is an electric composter just an expensive dryer?
    `,
    'greenquestions.example': `
Are compostable bags really compostable at home?
Citrus in compost: yes or no?
Is it safe to use compost that had mouldy bread in it?
Does home composting help the climate?
White threads in my compost, fungus or roots?
Can I compost paper towels with cleaning spray on them?
    `,
    'kitchentalk.example': `
Where do you keep scraps for a week?
Freezer bag or caddy?
Getting the family to sort scraps
Coffee shop gave me ten kilos of grounds, what now?
    `,
  },
  features: [
    { type: 'featured_snippet', rank: 1, title: 'How to start composting at home' },
    { type: 'people_also_ask', rank: 2, title: 'What can you compost at home?' },
    { type: 'people_also_ask', rank: 2, title: 'How long does home composting take?' },
    { type: 'people_also_ask', rank: 2, title: 'Does home composting attract rats?' },
    { type: 'images', rank: 4, title: 'Home composting' },
    { type: 'video', rank: 5, title: 'From kitchen scraps to compost in one summer' },
    { type: 'related_searches', rank: null, title: 'Home composting for beginners' },
  ],
})
