import { page } from './topic.ts'

export const homeCompostingPages = [
  page(
    {
      url: 'https://gardenloop.example/home-composting-guide',
      site: 'Garden Loop',
      title: 'Home Composting for Beginners: How to Start and What to Add',
      description:
        'A bin, a mix of browns and greens, some water and air. How to start composting at home and have finished compost within a year.',
    },
    `
# Home composting for beginners

Composting turns kitchen scraps and garden waste into a dark, crumbly soil improver. Microbes do the work, and they need four things: carbon, nitrogen, water and air. Give them a fair balance and the heap looks after itself.

## Where to put it

Choose a level place on bare soil, in half shade, close enough to the kitchen that you will walk there in the rain. Worms and other helpers come up from the soil. On paving, put a layer of old compost or garden soil at the bottom.

## What to add

### Greens

Greens are rich in nitrogen and usually moist. Vegetable and fruit scraps, coffee grounds, tea leaves, grass clippings and fresh weeds without seeds are greens.

### Browns

Browns are rich in carbon and usually dry. Dead leaves, straw, shredded cardboard, egg cartons, wood chips and dry stems are browns.

### The balance

Use two to three buckets of browns for each bucket of greens. Most heaps that smell have too few browns. Keep a sack of dry leaves or torn cardboard next to the bin, and cover every bucket of scraps with it.

## What to leave out

- Meat, fish, bones and dairy, which smell and attract rats
- Oil and grease
- Dog and cat waste, which can carry parasites
- Weeds with ripe seeds and diseased plants, unless the heap gets hot
- Glossy paper, stickers and plastics labelled compostable, which need an industrial plant

## How to look after it

1. Cut large pieces to the length of a hand.
2. Keep the heap as damp as a wrung-out sponge.
3. Turn it with a fork every two to four weeks.
4. Cover it against heavy rain.

## When it is ready

Finished compost is dark, crumbly and smells of forest soil. You can no longer recognise what went in, except for some twigs and eggshells. A heap that is turned takes three to six months in the warm season, one that is left alone about a year.

## How to use it

Spread two to five centimetres on beds in spring or autumn, mix up to a third into potting soil, or sieve it over the lawn. Compost feeds the soil more than the plants, so hungry crops may still need fertiliser.
`,
  ),
  page(
    {
      url: 'https://brownsandgreens.example/what-can-you-compost',
      site: 'Browns & Greens',
      title: 'What Can You Compost at Home? A Complete List',
      description:
        'Citrus, bread, eggshells, tea bags, paper towels, ashes: what goes into a home compost heap, what stays out and what depends.',
    },
    `
# What can you compost at home?

Almost everything that once was a plant can be composted at home. Animal products, oils and anything treated with chemicals should stay out of an ordinary heap. Some things in between depend on how much you add and how hot the heap gets.

## Yes, as greens

- Fruit and vegetable scraps, cooked or raw, without sauce or oil
- Coffee grounds and tea leaves
- Grass clippings, in thin layers
- Fresh leaves and soft prunings
- Manure from rabbits, hens, horses and cows

## Yes, as browns

- Dead leaves, straw and hay
- Plain cardboard and newspaper, torn up
- Egg cartons and toilet rolls
- Wood chips, twigs and sawdust from untreated wood
- Dry stems of flowers and vegetables

## It depends

### Citrus and onions

Citrus peel and onion skins break down well in a normal heap when they are cut small. In a worm bin they should be rare, because worms avoid acid and strong oils.

### Bread, rice and pasta

Small amounts are fine if you bury them in the middle. Large amounts turn slimy and attract rats.

### Eggshells

Eggshells are safe and add calcium, but they break down very slowly. Crush them finely.

### Tea bags

Many tea bags contain plastic fibres. Tear them open and add only the leaves, unless the pack says that the bag is free of plastic.

### Paper towels

Paper towels with food or water on them are fine. Those with grease or cleaning products belong in the rubbish.

### Wood ash

A handful of ash from untreated wood is useful now and then. Ash is strongly alkaline, so more than a thin dusting upsets the balance. Coal ash never belongs in compost.

### Weeds

Leaves and stems of weeds are good greens. Roots of bindweed and couch grass survive in a cold heap: dry them in the sun until they are brittle, or drown them in a bucket of water for some weeks first.

## No

- Meat, fish, bones and dairy
- Cooking oil and fatty leftovers
- Dog and cat waste and litter
- Treated or painted wood
- Glossy magazines and receipts, which are often coated
- Plants with clubroot, blight or rust
- Plants that were sprayed with long-lasting weedkiller

## The rule behind the list

Ask three questions. Did it grow? Is it free of fat and chemicals? Will it rot within a year if it is cut small? Three times yes means that it can go in.
`,
  ),
  page(
    {
      url: 'https://compostdoctor.example/compost-problems',
      site: 'Compost Doctor',
      title: 'Compost Problems Solved: Smell, Flies, Rats and Slow Heaps',
      description:
        'Why compost smells, stays cold, turns slimy or attracts animals, and the one thing to change first in each case.',
    },
    `
# Compost problems and how to solve them

Nearly every compost problem comes from too much water, too little air or too few browns. The smell tells you which. Most heaps recover within two weeks of one good turn.

## It smells

### Of rotten eggs

A smell of rotten eggs means that there is no air inside. Fork the heap over and mix in twigs, straw or torn cardboard to hold it open.

### Of ammonia

A sharp smell of ammonia means too much nitrogen, often from a thick layer of grass. Mix in twice the amount of dry leaves or cardboard.

### Of rubbish

A sweet, rotten smell comes from scraps on the surface. Bury food in the middle and cover it with browns every time.

## It stays cold

A heap needs about one cubic metre, or a cube of three feet on each side, to hold its heat. Small heaps compost well but slowly. If a large heap is cold, it is too dry or short of greens: add water and grass, and turn it.

## It is dry

Dry heaps stand still. Water every layer while you turn it, until a handful holds together and gives no more than a drop when you squeeze it.

## It is slimy

Slime means too much water and too little structure. Add cardboard and wood chips, and put a lid or a sheet over it.

## There are flies

Fruit flies come for fresh scraps. Cover scraps with a hand's depth of browns, and freeze fruit peel before you add it if the flies come from the kitchen. Small white maggots in a wet heap are usually soldier fly larvae, which are harmless and eat a lot.

## There are rats

Rats come for food and shelter. Leave out meat, bread and cooked food for a while, put the bin on a wire mesh with holes below 12 millimetres and keep the heap moist, since rats like to nest where it is dry. Knock on the bin when you pass; they do not like to be disturbed.

## There are ants

Ants mean that the heap is dry. Water it and turn it.

## Nothing happens in winter

Below 5 degrees Celsius microbes almost stop. Go on adding scraps and browns, and the heap will start again in spring. A layer of straw or an old carpet keeps the middle warmer.

## There are bits of plastic

Stickers from fruit and threads from tea bags are the usual sources. Take them off before, because taking them out later is tedious.
`,
  ),
  page(
    {
      url: 'https://wormworks.example/worm-composting',
      site: 'Worm Works',
      title: 'Worm Composting at Home: Set Up a Bin for a Kitchen or Balcony',
      description:
        'A worm bin turns scraps into rich castings without a garden. Which worms, what bedding, how much to feed and how to harvest.',
    },
    `
# Worm composting at home

A worm bin composts kitchen scraps in a box under the sink or on a balcony. It does not smell when it is cared for, works all year indoors and makes castings that are rich in nutrients and microbes. It suits households of one to four people without a garden.

## Which worms

Red wigglers, Eisenia fetida, are the right worms. They live near the surface among rotting plants and multiply quickly. Earthworms from the garden dig deep tunnels and do not survive in a bin. Start with about 500 grams of worms for a household of two.

## Setting up the bin

1. Take an opaque box about 30 centimetres deep, with air holes near the top and some for drainage below.
2. Fill it two thirds with bedding: torn cardboard and newspaper, soaked and squeezed out.
3. Add a handful of garden soil or old compost for grit.
4. Put the worms on top and leave the lid off under a lamp for an hour, so that they dig in.
5. Wait for some days before the first feeding.

## What worms need

### Temperature

Worms work best between 13 and 25 degrees Celsius. Frost kills them, and so does a box in full sun.

### Moisture

Bedding should feel like a wrung-out sponge. If water gathers at the bottom, add dry cardboard.

### Air

Loosen the bedding with your fingers now and then, and never pack it down.

## Feeding

Worms can eat up to half of their weight a day once the bin is settled, and much less at first. Bury a handful of chopped scraps in a new corner each time and wait until it is nearly gone. Coffee grounds, vegetable scraps and crushed eggshells are ideal. Citrus, onions, salty food, meat and dairy are not.

## Harvesting castings

After three to six months most of the box is dark and crumbly. Push everything to one side, put fresh bedding and food on the other, and feed only there. Within a few weeks the worms have moved, and you can take out the finished side.

## Using castings

Mix one part of castings with four parts of potting soil, or sprinkle a thin layer around house plants. The liquid that drains from a bin is not a reliable fertiliser; dilute it strongly and use it only on ornamental plants.

## When something is wrong

- Worms climb the walls: it is too wet, too acid or newly set up.
- Tiny flies: food lies on the surface.
- A bad smell: too much food. Stop feeding for two weeks.
`,
  ),
  page(
    {
      url: 'https://hotheap.example/hot-composting',
      site: 'Hot Heap',
      title: 'Hot Composting: Finished Compost in Six to Ten Weeks',
      description:
        'Build a cubic metre at once, keep it at 55 to 65 degrees and turn it on schedule. Hot composting step by step, with a thermometer.',
    },
    `
# Hot composting

Hot composting makes finished compost in six to ten weeks. It needs enough material to build a heap of one cubic metre at once, a good mix and regular turning. In return the heat kills most weed seeds and plant diseases.

## Why a heap gets hot

Microbes release heat as they eat. In a small heap the heat escapes; in a large one it stays inside. Between 55 and 65 degrees Celsius, heat-loving bacteria take over and break material down quickly. Above 70 degrees they begin to die, and the heap has to be turned.

## The right mix

A carbon to nitrogen ratio of about 25 to 30 to 1 is best. You do not need to calculate it. By volume, two parts of browns and one part of greens come close for leaves and kitchen scraps, and with grass clippings three to one is safer.

### Rough carbon to nitrogen ratios

- Grass clippings: about 15 to 1
- Kitchen scraps: about 15 to 20 to 1
- Coffee grounds: about 20 to 1
- Dry leaves: about 50 to 60 to 1
- Straw: about 80 to 1
- Cardboard and wood chips: 350 to 1 and more

## Building the heap

1. Lay coarse twigs at the bottom for air.
2. Add browns and greens in layers of about ten centimetres, and wet each layer.
3. Build up to a height of at least one metre.
4. Cover the heap with straw or a breathable sheet.

## Turning

Measure the middle with a compost thermometer every day. The heap usually reaches 55 degrees within two to four days. Turn it when it has been at 55 to 65 for three or four days or begins to cool, and move the outer material to the middle. Repeat four or five times.

## Killing seeds and diseases

Rules for composting plants ask for at least 55 degrees over several days with all the material passing through the hot middle. A home heap can manage that only if it is turned well. If in doubt, leave diseased plants out.

## Curing

When the heap no longer heats up after a turn, leave it to mature for three or four weeks. Young compost can hinder seedlings. It is ready when it smells of soil and cress sown in it comes up evenly.

## If it does not heat up

It is too small, too dry or short of nitrogen. Grass clippings, chicken manure or coffee grounds start most heaps within two days.
`,
  ),
  page(
    {
      url: 'https://balconysoil.example/composting-in-an-apartment',
      site: 'Balcony Soil',
      title: 'Composting in an Apartment: Bokashi, Worms and Drop-Off',
      description:
        'No garden, no problem. Four ways to compost in a flat without smell, what each costs in time and space, and where the result goes.',
    },
    `
# How to compost in an apartment

You can compost in an apartment with a bokashi bucket, a worm bin, a small balcony bin or a drop-off point. Each handles the scraps of a small household. The right one depends on whether you have a balcony, plants and patience.

## Bokashi

### How it works

Bokashi ferments food scraps in a sealed bucket with bran that carries microbes. It takes everything from the kitchen, small amounts of meat and cooked food included. Fill the bucket, press out the air, sprinkle bran on each layer and leave it closed for two weeks when it is full.

### What comes out

Fermented scraps look much the same as before and smell of pickles. They are not yet compost. Bury them in soil or mix them into a box of old potting soil, where they turn into soil within two to four weeks. The liquid from the tap has to be diluted about one to one hundred before it goes on plants.

## Worm bin

A worm bin is the best choice if you have plants to feed and do not mind worms. It takes fruit and vegetable scraps, coffee grounds and cardboard. It stands indoors all year.

## Balcony bin

A lidded container of 60 litres with holes for air can compost slowly on a balcony. Mix every cup of scraps with two cups of torn cardboard or dry leaves, and stir it weekly. Put a tray below it, and ask what your lease says.

## Drop-off and collection

Many cities collect food scraps or have points at markets and community gardens. Keep scraps in a container in the freezer between trips, and nothing will smell. Large plants run hot enough to take meat, dairy and compostable bags, but rules differ, so read the list.

## What about electric composters?

Electric kitchen composters dry and grind scraps in some hours. The result is dry, ground food and not compost. It has to rot in soil before it can feed plants, and it becomes mouldy if it gets wet in a pot. They reduce volume and smell, and use electricity to do so.

## How to choose

- You eat meat and have a balcony with pots: bokashi
- You cook vegetables and love house plants: worms
- You have a balcony and a supply of dry leaves: a small bin
- You have none of these: the freezer and a drop-off point

## Keeping the kitchen clean

Empty the caddy every two days and line it with newspaper. Rinse it with hot water. A lid with a carbon filter helps, and a freezer helps more.
`,
  ),
  page(
    {
      url: 'https://binbench.example/best-compost-bin',
      site: 'Bin Bench',
      title: 'Compost Bins Compared: Tumbler, Open Bay, Plastic Bin or Pile',
      description:
        'Tumblers are tidy, open bays are big, plastic bins are cheap. Which compost bin suits a small garden, a large one and a rat problem.',
    },
    `
# Which compost bin should you choose?

For most small gardens a closed plastic bin of about 300 litres is the best value. For large gardens two or three open bays are better. A tumbler suits people who want a tidy place and little digging.

## The main types

### Closed plastic bins

A plastic bin with a lid and an open bottom stands on the soil. It keeps moisture and warmth in and rain out. Turning is awkward, so mix the top layer with a stick when you add scraps and empty the whole bin once a year.

### Open bays

Bays of pallets or boards hold a cubic metre each. Fill one while the other matures, and turn from the first into the second. They are the best choice for leaves, grass and hot composting, and the least tidy.

### Tumblers

A tumbler is a drum on a frame. A few turns of the drum mix the contents, animals stay out and there is no bending. Most hold 150 to 250 litres, which is too little to stay hot. Contents get wet easily, so add plenty of cardboard, and stop adding when it is full: two chambers solve that.

### Wire cages

A ring of wire mesh costs almost nothing and is ideal for leaves, which become leaf mould in one to two years.

### A pile

A heap without a bin works just as well. It needs space and looks like a heap.

## How large

Count on about 150 litres a person for kitchen scraps and more for a garden with a lawn. A bin that is too large never fills enough to get warm. Two middling bins are more useful than one big one.

## What to look for

- A lid that does not blow away
- A base of wire mesh where there are rats
- A wide opening at the top and at the bottom
- Dark, thick, recycled plastic or untreated wood
- Handles and joints that can be repaired, on a tumbler

## Kitchen caddies

A caddy of five to seven litres is enough for two days. Stainless steel does not take on smells. Filters in the lid have to be changed every few months.

## What you do not need

Activators and starters are rarely necessary. A shovel of garden soil or old compost brings all the microbes a heap needs. Bins with many drawers look clever and are hard to empty.

## Free and cheap

Many councils sell bins at a reduced price. Four pallets and some wire make a bay in half an hour; use pallets stamped HT, which were treated with heat and not with chemicals.
`,
  ),
  page(
    {
      url: 'https://soilandsum.example/benefits-of-home-composting',
      site: 'Soil & Sum',
      title: 'The Benefits of Home Composting, With Numbers Where They Exist',
      description:
        'Less waste, less methane, better soil. What composting at home does for the climate, the garden and the bin, and where its limits are.',
    },
    `
# The benefits of home composting

Home composting keeps food and garden waste out of landfill, improves soil and saves money on bought compost. Its effect on the climate is real and modest. Its effect on soil is the best reason to do it.

## Less waste

Food is the most common material in landfills in the United States, at about 24 percent of municipal waste buried there according to the Environmental Protection Agency. Garden waste adds to that. A household that composts can often do with a smaller bin or a less frequent collection.

## Less methane

Food buried in a landfill rots without air and gives off methane, a far stronger greenhouse gas than carbon dioxide. A compost heap with enough air gives off mostly carbon dioxide that plants took up not long before. A heap that is wet and never turned makes some methane too, which is one more reason to add browns.

## Better soil

### Structure

Compost helps sandy soil to hold water and clay soil to drain. It binds particles into crumbs that let roots and air through.

### Life

Compost feeds worms, fungi and bacteria, and they make nutrients available to plants.

### Nutrients

Home compost holds roughly one to two percent nitrogen, with some phosphorus and potassium, and releases them slowly. It is a soil improver more than a fertiliser.

## Less peat

Many bought potting mixes contain peat. Peat bogs store large amounts of carbon and take thousands of years to form. Sieved home compost can replace part of the mix.

## Money

A family may make 200 to 300 litres of compost a year, about as much as six to eight bags from a shop. The saving is pleasant and not large.

## What it does not do

- It does not make wasting food harmless. Growing, transporting and cooling the food took far more energy than composting gives back.
- It does not destroy every disease or seed, unless the heap is hot.
- It does not break down most plastics sold as compostable.

## The order of things

Eat what you buy first. Feed to animals what they may have, compost the rest and leave only what cannot be composted for the bin. That order saves the most, for the household and for the climate.

## How to begin small

Start with coffee grounds, vegetable peel and torn cardboard. They never smell when mixed, they are at hand every day, and a month of them is enough to see the first worms.
`,
  ),
]
