import { page } from './topic.ts'

export const coldBrewPages = [
  page(
    {
      url: 'https://slowcup.example/guides/cold-brew-coffee',
      site: 'The Slow Cup',
      title: 'Cold Brew Coffee: How to Make It at Home, Step by Step',
      description:
        'Coarse coffee, cold water and a night of patience. The ratio, the timing and the straining, with what to do when a batch goes wrong.',
    },
    `
# How to make cold brew coffee at home

Cold brew coffee is made by soaking coarsely ground coffee in cold or room-temperature water for 12 to 18 hours and then straining out the grounds. No heat is used at any point. The result is smooth, low in bitterness and keeps for days in the refrigerator, which is why many people make a large jar once a week.

## What you need

You do not need special equipment for cold brew. A large jar, a kitchen scale, a fine sieve and a paper filter are enough.

- 100 grams of coarsely ground coffee
- 800 grams of cold, filtered water
- A jar or pitcher that holds at least 1.2 litres
- A fine-mesh sieve and a paper coffee filter

### The best grind

Grind the coffee about as coarse as raw cane sugar. A fine grind makes cold brew muddy and hard to filter, because small particles slip through the sieve and keep extracting in the jar. If you buy ground coffee, ask for a French press grind.

### The right water

Cold brew is mostly water, so water that tastes good makes coffee that tastes good. Filtered tap water is fine. Very soft or distilled water tends to make a flat cup.

## The method

1. Put the ground coffee in the jar and pour in the water slowly, so that all the grounds get wet.
2. Stir gently for a few seconds, cover the jar and leave it on the counter for 12 to 18 hours.
3. Pour the coffee through the sieve into a clean container to remove most of the grounds.
4. Pour it a second time through a paper filter. This takes a few minutes and removes the sediment.
5. Refrigerate the finished coffee and drink it within a week.

## How strong it will be

A ratio of one part coffee to eight parts water by weight makes a cold brew that most people drink over ice without adding water. For a concentrate, use one part coffee to four or five parts water and dilute each glass with the same amount of water or milk.

## When a batch goes wrong

### It tastes weak

Weak cold brew usually means too little coffee or too short a steep. Add ten grams of coffee before you add more hours, because time has a smaller effect than dose after the first half day.

### It tastes bitter or woody

Bitter cold brew has usually steeped too long or was ground too fine. Strain the next batch at 14 hours and use a coarser setting.

### It is cloudy

Cloudy cold brew is safe to drink. Fine particles make it cloudy, and a second pass through a paper filter removes them.
`,
  ),
  page(
    {
      url: 'https://ratioandroast.example/cold-brew-ratio',
      site: 'Ratio & Roast',
      title: 'Cold Brew Ratio: Concentrate, Ready to Drink and Everything Between',
      description:
        'One to eight for drinking, one to four for concentrate. How to choose a cold brew ratio by weight, and how to dilute it afterwards.',
    },
    `
# The cold brew ratio, explained

A cold brew ratio says how much water is used for each part of coffee, by weight. At 1:8, a hundred grams of coffee meets eight hundred grams of water. Everything else about the recipe can stay the same while the ratio decides how strong the drink is.

## Two ratios cover most kitchens

### 1:8 for ready-to-drink cold brew

A ratio of 1:8 gives a full-bodied cold brew that can be poured straight over ice. As the ice melts it thins the drink by about a fifth, so it is worth brewing slightly stronger than you like it warm.

### 1:4 to 1:5 for concentrate

Concentrate is brewed at 1:4 or 1:5 and diluted when it is served. It takes half the space in the refrigerator and stands up to milk. Below 1:4 the grounds soak up so much of the water that little more flavour is gained for the extra coffee.

## Why weigh it

Cups and scoops measure volume, and coffee varies in density with the roast and the grind. A scoop of dark roast weighs less than a scoop of light roast, so the same recipe by volume drifts from bag to bag. A kitchen scale that reads single grams removes the guesswork.

## How much you get back

Coffee grounds hold on to roughly twice their own weight in water. A batch made with 100 grams of coffee and 800 grams of water therefore yields about 600 grams of cold brew. Squeezing the grounds returns a little more liquid, but it also pushes fine sediment and bitterness into the jar.

## How to dilute concentrate

Start with equal parts of concentrate and water, taste, and move from there. Milk softens a drink more than water does, so a latte wants a stronger base: two parts of concentrate to one part of milk is a good first glass. Hot water works as well and turns concentrate into a quick hot coffee.

- Over ice, black: one part concentrate, one part water
- With milk: two parts concentrate, one part milk
- Hot: one part concentrate, one and a half parts hot water

## A small table in words

For one litre of water, use 125 grams of coffee at 1:8, 200 grams at 1:5 and 250 grams at 1:4. For a one-quart jar, 115 grams of coffee and 900 grams of water make a comfortable 1:8.

## Change one thing at a time

Ratio, grind and time all change strength, and changing two at once teaches nothing. Keep the steep at 16 hours and the grind coarse, find the ratio you like, and only then play with time.
`,
  ),
  page(
    {
      url: 'https://beanledger.example/cold-brew-vs-iced-coffee',
      site: 'Bean Ledger',
      title: 'Cold Brew vs Iced Coffee: What Really Differs',
      description:
        'One is brewed cold and slowly, the other brewed hot and chilled. What that does to taste, acidity, caffeine and the price of a glass.',
    },
    `
# Cold brew vs iced coffee

Iced coffee is hot coffee that has been cooled; cold brew never touches hot water. That single difference in temperature changes how long each one takes, how it tastes and how long it keeps.

## How each one is made

Iced coffee is brewed hot, usually a little stronger than normal, and poured over ice. It is ready in five minutes. Cold brew steeps in cold water for 12 to 18 hours and is filtered afterwards. Heat dissolves flavour quickly, and without it the only thing left to use is time.

## Taste

### Iced coffee is brighter

Hot water extracts more of the acids and aromatic compounds in coffee. Iced coffee keeps that brightness, so a floral or citrus-like bean still tastes of itself. It also shows faults: hot coffee that cools slowly turns stale and sharp.

### Cold brew is rounder

Cold water extracts fewer of the compounds that taste bitter and sharp. Cold brew tastes of chocolate, nuts and brown sugar more than of fruit. People who find black coffee harsh often like it without sugar.

## Acidity

Cold brew has a reputation for being far less acidic, and the truth is more modest. Laboratory comparisons published in 2018 found the pH of hot and cold coffee to be similar, between about 4.85 and 5.13, while hot coffee contained more total acids. It tastes less acidic because fewer acids are dissolved, even though the pH hardly moves.

## Caffeine

Which drink has more caffeine depends on the recipe and not on the temperature. Cold brew uses more coffee per cup of water, so an undiluted glass often holds more caffeine than iced coffee. Diluted concentrate and iced coffee end up close to each other.

## Cost and effort

Cold brew uses nearly twice as much ground coffee for the same volume, which makes it the more expensive glass at home. It repays that in convenience, because one batch serves a week. Iced coffee costs less and suits a single cup.

## Which one to choose

- Choose iced coffee if you like fruity, lively coffee or want a glass now.
- Choose cold brew if you like a smooth, heavy cup or want a week of coffee ready in the refrigerator.
- Choose flash-chilled coffee, brewed hot directly onto ice, if you want brightness without waiting.
`,
  ),
  page(
    {
      url: 'https://coffeefacts.example/cold-brew-caffeine',
      site: 'Coffee Facts',
      title: 'How Much Caffeine Is in Cold Brew Coffee?',
      description:
        'Caffeine in cold brew depends on dose, ratio and serving size. How to estimate your own glass and stay within a sensible day.',
    },
    `
# How much caffeine is in cold brew coffee?

A glass of cold brew usually holds between 100 and 250 milligrams of caffeine. The range is wide because cold brew has no standard recipe: a glass of undiluted concentrate can hold twice as much as a glass made for drinking.

## What decides the number

### The amount of coffee

Arabica coffee is about 1.2 percent caffeine by weight, and robusta is close to twice that. A hundred grams of arabica grounds therefore hold roughly 1,200 milligrams of caffeine. The dose of coffee in the jar sets the ceiling for everything that follows.

### The time it steeps

Caffeine dissolves easily, even in cold water. Most of it is in the water after the first several hours, so steeping for 24 hours instead of 14 adds flavour more than caffeine.

### How you dilute it

Concentrate mixed with an equal part of water has half the caffeine per glass. Ice dilutes it further as it melts. A tall glass filled with ice may hold only half a glass of coffee.

## How to estimate your own glass

Multiply the grams of arabica coffee you used by ten to get a cautious estimate of the milligrams of caffeine in the batch. Divide that by the number of glasses you pour. A batch made with 80 grams of coffee and poured into six glasses comes to about 130 milligrams a glass.

## How it compares

A standard 8-ounce cup of drip coffee has about 95 milligrams of caffeine. A single shot of espresso has about 63 milligrams in a much smaller volume. Ounce for ounce espresso is the strongest of the three, but cold brew is served in the largest glass, and so it often delivers the most in one sitting.

## How much is too much

The United States Food and Drug Administration cites 400 milligrams of caffeine a day as an amount not generally associated with negative effects in healthy adults. Pregnant people are usually advised to stay below 200 milligrams. Two large glasses of strong cold brew can pass the first figure, and one can pass the second.

## Cold brew with less caffeine

- Dilute concentrate with two parts of water instead of one.
- Brew half regular and half decaffeinated coffee.
- Use decaffeinated beans throughout; cold brew treats them well, and a decaf batch keeps only a few milligrams per glass.
- Avoid blends with robusta, which are sold as extra strong.
`,
  ),
  page(
    {
      url: 'https://jarandpantry.example/how-long-does-cold-brew-last',
      site: 'Jar & Pantry',
      title: 'How Long Does Cold Brew Last in the Fridge?',
      description:
        'Strained and chilled, cold brew keeps about a week; concentrate a little longer, with milk only a day or two. Signs that it has turned.',
    },
    `
# How long does cold brew last?

Plain cold brew keeps for about seven days in the refrigerator, in a clean and closed container. Its best flavour is in the first three or four days. After that it does not become dangerous overnight, but it slowly loses aroma and begins to taste of cardboard.

## Shelf life by type

### Ready-to-drink cold brew

Cold brew made at a drinking strength tastes best within four days and should be finished within a week. Water dilutes the compounds that keep it tasting fresh, so it fades sooner than concentrate.

### Concentrate

Undiluted cold brew concentrate keeps for seven to ten days in the refrigerator. Dilute it one glass at a time, because it fades faster once water has been added.

### With milk or sweetener

Cold brew with milk, cream or a plant drink should be finished within two days. The milk decides the date, not the coffee. Sugar syrup shortens the life of the drink as well, since it gives yeasts something to eat.

## Why the refrigerator matters

Coffee left to steep at room temperature is fine for the length of the steep, but finished cold brew should go into the refrigerator as soon as it has been strained. Cold brew is not heated, so nothing in the method kills microbes. Keep it at 4 degrees Celsius or below, which is 40 degrees Fahrenheit.

## How to store it well

- Strain out every last bit of the grounds, which keep extracting and turn the coffee bitter.
- Use a glass bottle or jar with a tight lid, washed in hot water.
- Fill the bottle close to the top so that little air is left.
- Write the date on the lid.
- Keep it away from strong-smelling food, because coffee takes up odours.

## Signs that it has gone off

Cold brew that has turned smells sour or musty, tastes like vinegar or stale bread, or shows a film or specks on the surface. Throw it away at any sign of mould. Sediment at the bottom is normal and only means that fine grounds passed the filter.

## Can you freeze cold brew?

Cold brew freezes well for two to three months. Freeze it in an ice-cube tray and use the cubes in place of ice, so that a glass grows stronger as it melts and not weaker. Leave room in any container, since the liquid expands.
`,
  ),
  page(
    {
      url: 'https://grindsize.example/best-grind-and-beans-for-cold-brew',
      site: 'Grind Size',
      title: 'The Best Coffee Beans and Grind for Cold Brew',
      description:
        'Medium and dark roasts, coarse and even. How roast, origin, freshness and grind size show up in a glass of cold brew.',
    },
    `
# The best coffee for cold brew

Medium and dark roasts with chocolate, nut or caramel notes make the cold brew most people expect. Cold water brings out sweetness and body before it brings out fruit, so a bean that already leans that way needs little help.

## Choosing a roast

### Medium roast

A medium roast is the safest first choice for cold brew. It is soluble enough to extract well in cold water and still keeps some of the character of its origin.

### Dark roast

Dark roasts extract easily and give a heavy, bittersweet drink that stands up to milk. Steep them for 12 to 14 hours instead of 18, because they give up their bitterness sooner.

### Light roast

Light roasts are denser and extract slowly. They can make a lively, tea-like cold brew, but they want a slightly finer grind, a longer steep or warmer water to begin with.

## Choosing an origin

Coffees from Brazil, Colombia, Guatemala and Sumatra are common in cold brew because they taste of cocoa, nuts and spice. Washed coffees from Ethiopia or Kenya keep a floral or berry note even when brewed cold. A blend sold for espresso is often a good cold brew too.

## How fresh the beans should be

Cold brew forgives older beans more than hot methods do. Coffee that is three or four weeks past its roast date still makes a good jar. Beans that taste flat and papery when brewed hot will taste flat cold as well.

## The grind

### How coarse is coarse enough

Aim for pieces the size of raw cane sugar or coarse sea salt. The slow steep makes up for the small surface of coarse grounds, and the coarse pieces strain out cleanly.

### Why even grounds matter

A burr grinder cuts beans to a similar size, while a blade grinder leaves boulders and dust. The dust over-extracts and clouds the drink. If a blade grinder is all you have, pulse it briefly and shake the fine powder out through a sieve.

### Pre-ground coffee

Ordinary supermarket ground coffee is cut for drip machines and is finer than ideal. It works if you shorten the steep to about 12 hours and filter twice through paper.

## How much coffee to buy

A household that drinks a glass a day uses roughly 350 to 400 grams of beans a week at a 1:8 ratio for two people. Buying a kilo at a time is reasonable when cold brew is the main use.
`,
  ),
  page(
    {
      url: 'https://kitchenbench.example/best-cold-brew-coffee-makers',
      site: 'Kitchen Bench',
      title: 'Cold Brew Coffee Makers: Which Type Is Worth Buying',
      description:
        'Pitchers with a mesh core, French presses, filter bags, immersion kits and drip towers compared by effort, clarity and cleaning.',
    },
    `
# Which cold brew coffee maker should you buy?

Most people are best served by a one-litre pitcher with a removable mesh filter. It costs little, fits in a refrigerator door and needs no technique. Other designs earn their price only if you want clearer coffee, larger batches or the look of a slow drip.

## The five kinds

### Pitchers with a mesh core

A mesh-core pitcher holds the grounds in a tube in the middle of the water. You lift the tube out when the coffee is done. The weak point is the mesh: it lets fine sediment through, and grounds packed tightly in the tube extract unevenly unless you stir.

### French press

A French press makes good cold brew and many kitchens already have one. Steep with the plunger up, press slowly and pour through a paper filter. The capacity of a typical press is one litre or less.

### Filter bags

Paper or cotton bags turn any jar into a cold brew maker. Bags are the cheapest way to brew several litres at once, and cleaning up means throwing one bag on the compost. Cotton bags must be rinsed and boiled now and then, or they hold on to old coffee oils.

### Immersion kits with a felt or paper filter

Kits with a bucket, a plug and a thick felt filter make the clearest concentrate at home. The design goes back to the 1960s and has changed little since. They need counter space and a replacement filter every few months.

### Slow-drip towers

A drip tower lets ice water fall on the grounds one drop at a time over 3 to 12 hours. The coffee is light, clean and aromatic. Towers are fragile, expensive and need adjusting as they run, so they are a hobby more than an appliance.

## What to look for

- A capacity that matches a few days of drinking, and not a month
- Glass or steel, which do not take on the smell of coffee
- A filter that comes apart fully for cleaning
- A lid that seals, so that the coffee does not taste of the refrigerator
- A wide mouth, because narrow jars are hard to scrub

## What you can skip

Electric cold brew machines shorten the steep to under an hour by stirring or by pulling a vacuum. The coffee is pleasant and somewhat thinner than a long steep. Unless you often run out, planning a day ahead costs nothing and tastes better.

## If you want to buy nothing

A clean jar, a sieve and a paper filter make cold brew as good as any of these devices. A maker saves five minutes of straining and some mess. It does not improve the flavour.
`,
  ),
  page(
    {
      url: 'https://nitronotes.example/what-is-nitro-cold-brew',
      site: 'Nitro Notes',
      title: 'What Is Nitro Cold Brew, and Can You Make It at Home?',
      description:
        'Nitrogen gas gives cold brew a cascading pour and a creamy head. How it works, what it tastes like and what it takes at home.',
    },
    `
# What is nitro cold brew?

Nitro cold brew is cold brew coffee that has been charged with nitrogen gas and poured through a tap with small holes. The gas comes out of the coffee in very fine bubbles that fall along the glass and rise into a creamy head. There is no milk in it, although it looks as if there were.

## Why nitrogen and not carbon dioxide

Nitrogen barely dissolves in water, so it forms tiny bubbles that feel smooth. Carbon dioxide dissolves easily and forms carbonic acid, which tastes sharp. The same reason gives dry stout its soft texture.

## What it tastes like

Nitro cold brew tastes sweeter and rounder than the same coffee without gas. The sugar content does not change; a creamy texture makes us expect sweetness. Most people drink it without ice, since ice breaks up the foam.

## How strong it is

Nitro coffee is poured without dilution and usually without ice, so a glass holds more coffee than the same glass of iced cold brew. The gas adds no caffeine. A smaller serving is sensible for that reason.

## Making it at home

### With a cream whipper

A cream whipper is the cheapest way to try nitro cold brew. Fill it half full with cold, well-filtered coffee, charge it with one nitrogen cartridge, shake for half a minute and pour quickly. Cartridges of nitrous oxide also work and taste slightly sweeter, but the foam is coarser.

### With a mini keg

A mini keg with a stout tap gives the true cascade. Chill the coffee to about 2 degrees Celsius, charge it to around 2 to 3 bar and shake the keg for a minute, because nitrogen needs pressure and movement to go into solution. Leave it in the refrigerator overnight before pouring.

### What can go wrong

- Sediment clogs the tap, so filter the coffee twice through paper.
- Warm coffee will not hold gas; everything should be refrigerator cold.
- A flat pour means too little pressure or too little shaking.

## Keeping it safe

Coffee in a sealed keg without oxygen must stay refrigerated from the moment it is filled. Low-acid drinks stored warm and without air can allow dangerous bacteria to grow. Drink a home keg within a week, and clean the tap and lines after each batch.

## Is it worth it?

A whipper costs about as much as ten café glasses and is useful for other things. A keg system pays for itself only if you pour several glasses a week.
`,
  ),
  page(
    {
      url: 'https://gentlebrew.example/is-cold-brew-less-acidic',
      site: 'Gentle Brew',
      title: 'Is Cold Brew Less Acidic and Easier on the Stomach?',
      description:
        'What measurements of pH and total acids say, why cold brew tastes milder, and what to try if coffee upsets your stomach.',
    },
    `
# Is cold brew easier on the stomach?

Cold brew tastes milder than hot coffee, and some people with a sensitive stomach get on better with it. The evidence that it is gentler is limited. It is worth trying for taste, and worth watching how your own body responds.

## What acidity means in coffee

Two different measures are both called acidity. The first is pH, which says how acidic the liquid is. The second is titratable acidity, which says how much acid is in the liquid altogether. A drink can have the same pH as another and contain less acid.

## What has been measured

A 2018 comparison of hot and cold coffee from several origins found pH values between 4.85 and 5.13 for all of them, hardly different by method. The hot coffees had more titratable acids and more antioxidant activity. So cold brew is not dramatically less acidic by pH, but it does contain less acid in total.

## Why it tastes smoother

Hot water dissolves more of the acids and of the bitter compounds that form in roasting. Cold water leaves part of them in the grounds. Less bitterness and less sharpness read as smoothness, even when the pH is alike.

## Other things that bother the stomach

### Caffeine

Caffeine stimulates the stomach and the gut in many people, and cold brew often contains more of it per glass. A strong cold brew may upset a stomach more than a weak hot coffee would.

### Drinking it on an empty stomach

Coffee before breakfast is a common cause of discomfort. Eating something first makes a larger difference for many people than changing how the coffee was brewed.

### Milk and sweeteners

Lactose and some sugar alcohols cause bloating in people who do not tolerate them. If coffee with milk bothers you and black coffee does not, the milk is the likelier cause.

## What to try

- Choose a dark roast, which has less of the acids that survive roasting.
- Dilute cold brew to an ordinary strength, and drink a smaller glass.
- Use a paper filter, which takes out oils as well as sediment.
- Have it with food.

## When to ask a doctor

Frequent heartburn, pain or trouble swallowing deserves a doctor's opinion and not a new recipe. People with reflux disease react differently to coffee, and general advice cannot replace their own.
`,
  ),
  page(
    {
      url: 'https://weekendpour.example/cold-brew-recipes-and-drinks',
      site: 'Weekend Pour',
      title: 'Nine Things to Make With Cold Brew Concentrate',
      description:
        'From a vanilla sweet cream glass to a tonic, coffee ice and a quick tiramisu: nine drinks and desserts from one jar of concentrate.',
    },
    `
# What to make with cold brew

One jar of cold brew concentrate makes far more than iced coffee. Because it is cold, strong and smooth, it mixes into drinks and desserts that hot coffee would melt or dilute. The amounts below are for one glass unless they say otherwise.

## Drinks with milk

### Vanilla sweet cream cold brew

Stir a teaspoon of vanilla syrup into 60 millilitres of cream and 30 millilitres of milk. Pour 120 millilitres of concentrate over ice, add the same amount of water and float the cream on top. The cream sinks slowly, so drink it without stirring.

### Oat milk cold brew latte

Fill a glass with ice, add 100 millilitres of concentrate and 150 millilitres of oat milk. Oat milk is naturally sweet and does not split in cold coffee the way it sometimes does in hot.

### Mocha shake

Blend 100 millilitres of concentrate with a frozen banana, a spoon of cocoa and 150 millilitres of milk. It is thick enough for breakfast.

## Drinks without milk

### Cold brew tonic

Pour 150 millilitres of tonic water over ice and add 60 millilitres of concentrate slowly over the back of a spoon. A strip of orange peel suits it. Adding the coffee last keeps the foam under control.

### Cold brew lemonade

Mix equal parts of lemonade and diluted cold brew over plenty of ice. Fruity beans work better here than chocolatey ones.

### Honey and cinnamon cold brew

Honey does not dissolve in cold coffee. Stir it into the same amount of hot water first, add a pinch of cinnamon, let it cool and sweeten the glass with that.

## Desserts

### Coffee ice

Sweeten 300 millilitres of diluted cold brew with two spoons of syrup and freeze it in a shallow dish. Scrape it with a fork every half hour until it is a heap of crystals.

### Quick tiramisu

Dip sponge fingers in concentrate for one second on each side, layer them with mascarpone and dust with cocoa. Cold brew saves brewing and cooling espresso.

### Affogato with a difference

Pour 40 millilitres of concentrate over vanilla ice cream. It melts the ice cream less than a hot shot does, so the two stay apart for longer.

## Simple syrup for cold drinks

Sugar dissolves badly in cold coffee, and syrup solves that. Heat equal weights of sugar and water until clear, cool it, and keep it in the refrigerator for up to a month. A vanilla pod, a cinnamon stick or orange peel can steep in it while it cools.
`,
  ),
]
