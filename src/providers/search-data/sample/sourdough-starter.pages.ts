import { page } from './topic.ts'

export const sourdoughPages = [
  page(
    {
      url: 'https://crumbandcrust.example/how-to-make-a-sourdough-starter',
      site: 'Crumb & Crust',
      title: 'How to Make a Sourdough Starter From Scratch, Day by Day',
      description:
        'Flour, water and about ten days. A day-by-day plan for a sourdough starter, with what you should see in the jar and when it is ready.',
    },
    `
# How to make a sourdough starter

A sourdough starter is flour and water in which wild yeasts and lactic acid bacteria have settled. They live on the flour itself, so nothing needs to be added. With a feeding each day, a new starter is usually ready to raise bread in 7 to 14 days.

## What you need

- Whole rye or whole wheat flour for the first days, white flour afterwards
- Water at room temperature
- A kitchen scale and two clean jars
- A warm place, ideally 24 to 27 degrees Celsius

## Day by day

### Day 1

Mix 50 grams of whole rye flour with 50 grams of water. Scrape down the sides, cover the jar loosely and leave it alone for 24 hours.

### Day 2

There may be a few bubbles or none. Keep 50 grams of the mixture, discard the rest and stir in 50 grams of flour and 50 grams of water.

### Days 3 and 4

Many starters rise strongly now and then fall silent. The first burst comes from bacteria that cannot stand acid, and they die off as the mixture turns sour. It is not a failure. Feed once a day as before.

### Days 5 to 7

Yeasts take over as the acidity settles. The smell changes from old cheese to yogurt and fruit. Feed twice a day if the starter rises and falls within 12 hours.

### Days 8 to 14

Wait for a regular rise. A starter is ready to bake with when it doubles within four to eight hours of a feeding, on several days in a row.

## Why discard part of it

Without discarding, a starter doubles in amount at every feeding, and the yeasts have less and less food each. Throwing part away keeps the jar small and the microbes well fed.

## Common worries

### Nothing happens

Most slow starters are cold. Move the jar somewhere warmer and use some whole grain flour, which carries more microbes and minerals than white flour.

### Liquid on top

Grey or brown liquid is a sign of hunger. Pour it off or stir it in, and feed the starter.

### Pink or orange streaks

Pink or orange colours and fuzzy mould mean that the jar has to be thrown away. Start again with clean equipment.
`,
  ),
  page(
    {
      url: 'https://flourdiary.example/feeding-a-sourdough-starter',
      site: 'Flour Diary',
      title: 'Feeding a Sourdough Starter: Ratios, Schedule and Flour',
      description:
        'How much, how often and with what. Feeding ratios from 1:1:1 to 1:5:5, a schedule for daily and weekly bakers, and how to use less flour.',
    },
    `
# How to feed a sourdough starter

Feeding a starter means mixing a little of it with fresh flour and water. The usual ratio is 1:1:1, which is equal weights of starter, flour and water. At room temperature a starter wants food once or twice a day; in the refrigerator, about once a week.

## What the ratio does

### 1:1:1

A 1:1:1 feeding peaks in about four to six hours at 24 degrees Celsius. It suits people who bake the same day.

### 1:2:2

With twice the food, the peak moves to about six to eight hours. This is a comfortable ratio for one feeding in the morning and one at night.

### 1:5:5

A large feeding takes 10 to 14 hours to peak, so it can be given in the evening for baking the next morning. It also dilutes acid, which makes it the best treatment for a starter that smells sharp.

## When to feed

Feed when the starter has risen to its peak and just begins to sink. A rubber band around the jar shows the level. Feeding long before the peak dilutes the yeast; feeding long after it lets acid build up.

## Which flour

Any wheat or rye flour works. Whole grain flour speeds a starter up, because it holds more minerals and more microbes. Unbleached white flour makes a mild starter that is easy to read. A change of flour needs two or three feedings before the starter is itself again.

## Which water

Tap water is fine in most places. If it smells of chlorine, let it stand overnight in an open jug. Chloramine does not evaporate, and where it is used a simple carbon filter removes it.

## Keeping a small starter

There is no need for a full jar. Twenty grams of starter, fed with 20 grams of flour and 20 grams of water, is as lively as a large one. Build up the amount for a recipe with a single larger feeding the day before.

## A schedule for weekly baking

1. Take the starter out of the refrigerator on Friday morning and feed it 1:2:2.
2. Feed it again in the evening at 1:5:5.
3. Bake on Saturday with the risen starter.
4. Feed what is left, wait an hour and put it back into the refrigerator.
`,
  ),
  page(
    {
      url: 'https://slowloaf.example/sourdough-starter-not-rising',
      site: 'Slow Loaf',
      title: 'Sourdough Starter Not Rising? Seven Causes and Fixes',
      description:
        'Cold kitchens, weak feedings, tired flour and the quiet days after a false start: why a starter does not rise and what to change first.',
    },
    `
# Why your sourdough starter is not rising

A starter that does not rise is usually too cold, too young or too thin. It is rarely dead. Change one thing, wait two days and look again.

## The seven usual causes

### It is in the quiet phase

Between the third and the sixth day most new starters stop rising. The bacteria behind the first burst have died, and the yeasts are still few. Keep feeding once a day and it passes.

### It is too cold

At 18 degrees Celsius a starter works at about half the speed it has at 25. Put the jar on top of the refrigerator, in the oven with only the light on, or next to a warm bottle.

### It is too wet

A thin starter cannot hold gas. It may be full of life and still not rise, because the bubbles escape. Use equal weights of flour and water, or a little less water for some days.

### It is fed too much, too early

A young starter has few yeasts. Large feedings thin them out before they can multiply. Stay at 1:1:1 until it doubles.

### It is fed too little

An old, sour starter that collapses quickly needs more food. Give it 1:3:3 twice a day for three days.

### The flour is tired or bleached

Old flour and bleached flour carry few live microbes. Replace a quarter of it with whole rye.

### The water is strongly chlorinated

Chlorine slows microbes down. Let the water stand overnight or filter it.

## How to tell that it is alive

Look for bubbles along the glass and under the surface, a sour smell and a surface that is domed before it sinks. Any of these means that the culture is alive. Volume follows later.

## A rescue plan of three days

1. Keep 20 grams of starter and feed it with 10 grams of whole rye, 10 grams of white flour and 20 grams of warm water.
2. Keep it at 25 to 27 degrees.
3. Repeat every 12 hours, and stop discarding more than half.
4. On the third day, switch back to your usual flour.

## When to start again

Start again if there is mould, if there are pink or orange streaks, or if it smells of rot and not of acid. Everything else can be brought back.
`,
  ),
  page(
    {
      url: 'https://coldproof.example/storing-sourdough-starter',
      site: 'Cold Proof',
      title: 'Storing a Sourdough Starter: Fridge, Freezer and Dried Flakes',
      description:
        'A week in the fridge, months in the freezer, years as dried flakes. How to store a starter and how to wake it up again.',
    },
    `
# How to store a sourdough starter

A starter keeps on the counter for a day, in the refrigerator for a week or more, in the freezer for some months and dried for years. The colder and drier it is, the less often it needs you.

## In the refrigerator

### Before you put it in

Feed the starter and let it begin to rise for an hour before you chill it. A stiff starter, made with less water, keeps longer than a liquid one.

### How often to feed it

Once a week is ideal, and two to three weeks do no lasting harm. Dark liquid on the surface means that it is hungry. Many starters have been revived after months of neglect, with several feedings in a row.

### Waking it up

Take it out the day before you bake. Two feedings at room temperature bring most starters back to full strength.

## In the freezer

Freezing kills part of the yeast, but enough survives. Freeze the starter in small portions at its peak and use them within about six months. Thaw a portion in the refrigerator, then feed it every 12 hours until it doubles reliably, which can take several days.

## Dried

### How to dry it

Spread active starter thinly on baking paper and let it dry at room temperature for one to three days. Heat above 40 degrees Celsius kills the yeast, so an oven is risky. When the sheet is brittle, break it into flakes and keep it in an airtight jar in the dark.

### How to bring it back

1. Soak 10 grams of flakes in 30 grams of lukewarm water for an hour or two.
2. Stir in 30 grams of flour and leave it for 24 hours.
3. Feed it at 1:1:1 each day until it doubles. Three to five days are normal.

## Which way to choose

- You bake daily: keep it on the counter.
- You bake at the weekend: keep it in the refrigerator.
- You are away for a few months: freeze or dry it.
- You want insurance against accidents: dry some and keep it for years.

## Lids and jars

A starter gives off gas. Use a loose lid, a cloth under a rubber band or a jar whose lid only rests on it. A tightly screwed jar can burst.
`,
  ),
  page(
    {
      url: 'https://wastelessbaker.example/sourdough-discard-recipes',
      site: 'The Wasteless Baker',
      title: 'What to Do With Sourdough Discard: Pancakes, Crackers and More',
      description:
        'Sourdough discard adds flavour to pancakes, crackers, flatbread and cakes. How to store it, how old is too old, and simple amounts.',
    },
    `
# What to do with sourdough discard

Sourdough discard is the part of a starter removed before a feeding. It is flour and water with a pleasant sourness, and too tired to raise bread by itself. In recipes that use baking powder, eggs or heat to rise, it works very well.

## Storing discard

Collect discard in a jar in the refrigerator and use it within about a week for mild recipes. Older discard is more sour and suits crackers and flatbread. Throw it away if you see mould or pink or orange streaks.

## Do not use it from the first days

In the first week of a new starter the mixture can hold bacteria that smell and taste unpleasant. Compost the discard until the starter rises regularly and smells clean.

## Five simple uses

### Pancakes

Whisk 200 grams of discard with one egg, 50 grams of milk, a spoon of sugar and a pinch of salt. Stir in half a teaspoon of baking soda last, and fry at once. The soda reacts with the acid and makes the pancakes light.

### Crackers

Mix 150 grams of discard with 60 grams of flour, 30 grams of soft butter, salt and herbs. Roll it out as thin as you can, cut it and bake it at 180 degrees Celsius for about 20 minutes, until it is crisp.

### Flatbread

Knead 150 grams of discard with 150 grams of flour, a spoon of oil, a little salt and enough water to make a soft dough. Rest it for half an hour and cook it in a hot, dry pan.

### Waffles

Mix the batter the evening before with discard, flour and milk, and add eggs and soda in the morning. The night in the bowl gives flavour.

### Banana bread

Replace about 100 grams of the flour and liquid in a recipe with the same weight of discard. It makes the crumb moist and keeps it fresh longer.

## How to replace flour and water

Discard from a starter at 100 percent hydration is half flour and half water by weight. For 100 grams of discard, take 50 grams of flour and 50 grams of liquid out of the recipe.

## How to have less of it

Keep a smaller starter. With 20 grams in the jar, a weekly feeding leaves about a spoonful, and the question of discard disappears.
`,
  ),
  page(
    {
      url: 'https://breadlab.example/sourdough-starter-hydration',
      site: 'Bread Lab Notes',
      title: 'Sourdough Starter Hydration: Liquid, Stiff and What Changes',
      description:
        'Hydration is water divided by flour. How 50, 65, 100 and 125 percent starters behave, taste and convert from one to another.',
    },
    `
# Sourdough starter hydration

Hydration is the weight of water divided by the weight of flour. A starter with equal weights of both has a hydration of 100 percent. Most recipes that do not say otherwise mean a starter of this kind.

## Common hydrations

### 100 percent

It stirs easily, shows its rise clearly and makes the sums simple. This is the best choice for beginners.

### 50 to 65 percent

A stiff starter is kneaded more than stirred. It ferments more slowly, tolerates long gaps between feedings and gives dough more strength. Sweet breads are often made with a stiff starter, since it tastes milder.

### 125 percent and above

A liquid starter is quick and pours like batter. It rises little because the gas escapes, so judge it by its bubbles. It peaks and falls sooner than the others.

## What hydration does to flavour

Bakers often say that wet starters favour lactic acid, which tastes of yogurt, and stiff cold ones favour acetic acid, which tastes of vinegar. Temperature, flour and the time between feedings have at least as large an effect. Change the schedule first if you want another flavour.

## How to convert

To turn a 100 percent starter into one of 60 percent, take 20 grams of it, which hold 10 grams of flour and 10 grams of water. Add 90 grams of flour and 50 grams of water. The result has 100 grams of flour and 60 grams of water.

To turn a stiff starter liquid, add the water that is missing at the next feeding. Two feedings later it behaves like any other.

## What it means for dough

The water in the starter counts as water in the bread. A dough with 500 grams of flour, 350 grams of water and 100 grams of starter at 100 percent has 550 grams of flour and 400 grams of water in total, and so a hydration of about 73 percent.

## How to read a starter at any hydration

- Bubbles throughout, and not only on the surface
- A domed top before the peak and a slightly sunken one after it
- A smell of yogurt, apple or beer, and not of nail varnish

## The float test

A spoonful of ripe starter at 100 percent often floats in water, because it is full of gas. A stiff starter may float before it is ripe, and a liquid or whole-grain one may sink when it is. Treat the test as a hint.
`,
  ),
  page(
    {
      url: 'https://microbekitchen.example/sourdough-starter-smell',
      site: 'Microbe Kitchen',
      title: 'What a Sourdough Starter Should Smell Like, and What It Means',
      description:
        'Yogurt, apples, beer, vinegar, acetone, cheese: what each smell says about the yeasts and bacteria in the jar and what to do about it.',
    },
    `
# What should a sourdough starter smell like?

A healthy sourdough starter smells pleasantly sour, like yogurt with a note of apple or beer. The smell changes through the day, from flour after a feeding to fruit at the peak and to vinegar when it is hungry. It is the quickest way to read a jar.

## What lives in there

A mature starter holds yeasts and lactic acid bacteria, with far more bacteria than yeasts. The yeasts make most of the gas that raises bread. The bacteria make lactic and acetic acid, which flavour the bread and keep other microbes out. The mixture is stable because it is acidic, at a pH of about 3.5 to 4.

## A guide to smells

### Yogurt and fruit

This is the smell of a ripe, balanced starter. Bake with it.

### Beer or alcohol

Yeasts are ahead and the food is running out. Feed it soon.

### Vinegar

Acetic acid builds up when a starter is cool, stiff or left for long. Two or three larger feedings make it milder.

### Nail varnish or acetone

A sharp, solvent-like smell means that the starter is starving. It is not dangerous. Feed it at 1:5:5 twice a day, and the smell is usually gone in two days.

### Cheese, feet or vomit

These smells are common in the first week, before acid has pushed out the first bacteria. Keep feeding. In an old starter they are unusual, and several feedings should clear them.

### Rot or mould

A smell of decay together with fuzzy patches or pink or orange streaks means that the jar has to go.

## What hooch is

Hooch is the liquid that gathers on top of a hungry starter. It is mostly water with a little alcohol. Pour it off for a milder starter or stir it in for a more sour one.

## Is it safe?

Raw flour can carry harmful bacteria, so raw starter should not be eaten. In a mature starter the acid keeps most unwanted microbes from growing, and baking takes care of the rest. Wash your hands and tools as you would after handling any raw dough.

## Does the air matter?

Most microbes in a starter come from the flour, with some from the hands of the baker. A starter given to a friend therefore changes little by little, as it is fed with other flour in another kitchen.
`,
  ),
  page(
    {
      url: 'https://ryeandwheat.example/best-flour-for-sourdough-starter',
      site: 'Rye & Wheat',
      title: 'The Best Flour for a Sourdough Starter',
      description:
        'Whole rye to begin with, unbleached white to keep. How rye, whole wheat, spelt, white and gluten-free flours behave in a starter.',
    },
    `
# The best flour for a sourdough starter

Whole rye flour is the best flour to begin a starter with, and unbleached white wheat flour the easiest to keep it with. Rye carries many wild microbes and holds water well. White flour is cheap, mild and predictable.

## How each flour behaves

### Whole rye

Rye starters become active a day or two sooner than white ones. They are sticky and rise with many small bubbles and no stretch. The flavour is earthy and quite sour.

### Whole wheat

Whole wheat brings bran and germ, with their minerals and microbes, and it still stretches. It is a good second choice for the beginning. Bran soaks up water, so add a little more.

### Unbleached white wheat

White flour with 10 to 12 percent protein makes a starter that rises high and is easy to read. Bread flour holds the rise for longer than plain flour.

### Bleached flour

Bleached flour works less reliably, above all at the beginning. Choose unbleached flour if there is a choice.

### Spelt

Spelt ferments quickly and its gluten is weak. A spelt starter rises and falls fast, so feed it a little sooner.

### Gluten-free flours

Brown rice, buckwheat, teff and sorghum all make starters. They do not stretch, so look for bubbles and smell more than for height. A starter meant to be free of gluten needs its own jar, spoon and flour from the first day.

## Mixing flours

A blend of nine parts white and one part whole rye gives much of the vigour of rye with the manners of white flour. Many bakers keep such a blend in a large jar for feedings.

## Changing from one flour to another

Change at one feeding if you like; the starter will be slower for a day or two. Over three feedings it is hardly noticeable. No starter is lost by a change of flour.

## Does organic flour matter?

Organic flour is not needed. What counts is that the flour is fresh, unbleached and, for the beginning, whole grain. Some comparisons find more live microbes on organic whole grain flour, and a starter catches up within days in any case.

## How much flour it takes

A starter of 20 grams fed once a day at 1:2:2 uses about 40 grams of flour a day if half is discarded along the way. Kept in the refrigerator and fed weekly, it needs about two kilograms a year.
`,
  ),
]
