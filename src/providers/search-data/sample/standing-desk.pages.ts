import { page } from './topic.ts'

export const standingDeskPages = [
  page(
    {
      url: 'https://deskwise.example/standing-desk-guide',
      site: 'Deskwise',
      title: 'Standing Desk Guide: How to Choose, Set Up and Use One',
      description:
        'What a standing desk does and does not do for you, which type to buy, how high to set it, and a routine that lasts longer than a week.',
    },
    `
# Standing desks: a complete guide

A standing desk lets you work on your feet for part of the day. Most sold today are sit-stand desks, which move between a sitting and a standing height. Their value lies in changing position often, and not in standing as long as possible.

## What a standing desk can do for you

Standing desks reduce the time office workers spend sitting, by roughly one to two hours a day in studies of the first months of use. Many users report less discomfort in the neck, shoulders and lower back. The effect on weight is small, since standing burns only a little more energy than sitting.

## What it cannot do

A standing desk does not replace exercise. Standing still all day has its own costs, among them tired legs, sore feet and swelling. A walk at lunch does more for the heart than an afternoon on your feet at a keyboard.

## Choosing a desk

### Electric or manual

Electric desks move at the press of a button, and people who have to crank a handle tend to stop doing it. Choose electric if the budget allows. A hand crank makes sense for a desk that changes height once or twice a day.

### One motor or two

A desk with two motors lifts more, moves faster and stays level under uneven loads. A single motor is quieter on the wallet and enough for a laptop and one screen.

### Size

A top of 120 by 70 centimetres fits one screen and a laptop. Two screens want 140 centimetres or more. Depth matters more than people expect: with less than 70 centimetres a large screen stands too close to the eyes.

### Stability

Any desk wobbles more at standing height. Crossbars, wide feet and thick columns help. If you are taller than about 188 centimetres, look for tests of stability at full height and not only at the middle.

## Setting it up

Set the height so that your elbows bend at about 90 degrees and your wrists stay straight. The top of the screen should be at eye level or slightly below, about an arm's length away. The same rules hold sitting and standing, which is why the screen should move with the desk.

## A routine that lasts

1. Stand for 15 to 20 minutes in each hour during the first week.
2. Add five minutes a week until standing takes up about half of the time at the desk.
3. Tie the change to something you already do: stand for calls, sit for writing.
4. Sit down when your feet or back complain. Position is the point, and not endurance.
`,
  ),
  page(
    {
      url: 'https://ergonomicsplain.example/standing-desk-height',
      site: 'Ergonomics, Plainly',
      title: 'The Right Standing Desk Height for You',
      description:
        'Set the desk by your elbows, the screen by your eyes. Starting heights by body height, with adjustments for shoes, mats and glasses.',
    },
    `
# How high should a standing desk be?

The right height for a standing desk is the height of your bent elbows. Stand up straight in the shoes you work in, let your shoulders hang and bend your elbows to about 90 degrees. The surface of the keyboard should meet your hands there.

## Starting heights

These heights are a start for an average build, in shoes, and should be corrected by feel.

- Body height 160 centimetres: desk at about 98 centimetres
- Body height 170 centimetres: desk at about 104 centimetres
- Body height 180 centimetres: desk at about 110 centimetres
- Body height 190 centimetres: desk at about 116 centimetres

Multiply your height by 0.61 for a quick estimate. Arms and legs vary, so two people of the same height may differ by five centimetres.

## The screen

### Height

The top edge of the screen belongs at eye level or a little below. Looking slightly down is restful; looking up tires the neck within minutes. A laptop on its own is always too low, so raise it on a stand and add a separate keyboard.

### Distance

Place the screen about an arm's length away. Large screens want to stand farther back. If you lean forward to read, enlarge the text before you move the screen.

### Progressive glasses

People with progressive lenses look at screens through the lower part of the glass. Lower the screen by three to five centimetres so that the head does not tip back.

## Keyboard and mouse

Wrists should be straight, neither bent up nor down. A thick keyboard on a desktop raises the hands, so lower the desk by the thickness of the keyboard. Keep the mouse next to the keyboard at the same level.

## Shoes and mats

A mat of two centimetres lifts you by two centimetres, and the desk has to follow. The same is true for shoes with thick soles. Set the height while standing on the mat, in the shoes you normally wear.

## How to tell that it is wrong

Raised shoulders mean the desk is too high. Bent wrists or a rounded upper back mean that it is too low. A stiff neck points to the screen, and not to the desk.

## Save it

Desks with memory buttons are worth the small extra price. Save one position for sitting and one for standing, and check both again after a week, because posture settles as muscles adapt.
`,
  ),
  page(
    {
      url: 'https://plainhealth.example/are-standing-desks-good-for-you',
      site: 'Plain Health',
      title: 'Are Standing Desks Good for You? What the Studies Say',
      description:
        'Back pain, calories, blood sugar, heart and focus: what research on standing desks supports, what it does not, and where it is thin.',
    },
    `
# Are standing desks good for you?

Standing desks are good for people who sit all day if they lead to more movement, and neutral or worse if they replace one fixed posture with another. Research supports modest benefits for comfort. It does not support most claims about weight.

## Back and neck pain

Several trials report less discomfort in the back, neck and shoulders after a few weeks with a sit-stand desk. The improvement is moderate and depends on alternating. Standing alone can bring on lower-back pain in people who are prone to it.

## Calories and weight

Standing burns about 0.15 kilocalories a minute more than sitting, according to a review of 46 studies published in 2018. For a person of 65 kilograms who stands for six hours in place of sitting, that is 54 kilocalories a day. It is about the energy in a small apple, and few people stand for six hours.

## Blood sugar

Small studies have found lower blood sugar after meals when people stood or walked instead of sitting. Walking has the larger effect. Standing for an hour after lunch is an easy habit to try.

## Heart and circulation

Long hours of sitting are linked to heart disease, but standing is not simply the cure. A Canadian study followed about 7,300 workers for 12 years and found that jobs done mainly standing were linked to roughly twice the risk of heart disease of jobs done mainly sitting. Those were mostly jobs with hours of standing and no choice in the matter, which differs from standing at a desk for part of a day. Standing still for long also makes blood pool in the legs and can worsen varicose veins.

## Focus and productivity

In one study of a call centre, workers with adjustable desks handled about 45 percent more calls over six months than colleagues with ordinary ones. Other studies find no change in output. No careful study finds that standing makes typing work worse after a short period of adjustment.

## How much standing is sensible

An expert statement published in 2015 advised office workers to begin with two hours of standing and light activity in a working day and to work up to four. The advice was based on limited evidence, and it is still a reasonable target.

## Who should be careful

- People with varicose veins or swelling in the legs
- People with foot or knee problems
- Pregnant people, who should sit whenever they want to
- Anyone told by a doctor to avoid long standing

## The short version

Buy one for comfort and for the freedom to move. Do not buy one to lose weight. Whatever the desk, get up and walk for a few minutes every hour.
`,
  ),
  page(
    {
      url: 'https://deskbench.example/best-standing-desks',
      site: 'Desk Bench',
      title: 'How to Pick the Best Standing Desk: What Matters at Each Price',
      description:
        'Stability, lift, range, noise and warranty. What to expect from a standing desk at three price levels, and which extras to skip.',
    },
    `
# How to pick the best standing desk

The best standing desk is the most stable one you can afford in the size you need. Stability, height range and warranty separate good desks from poor ones. Colours, cable trays and built-in chargers do not.

## What matters most

### Stability at your height

Test a desk at the height where you will stand. Push the front edge from side to side and from front to back. A little movement is normal; a screen that shakes while you type is not.

### Height range

The industry guideline BIFMA G1 asks for a range from 22.6 to 48.7 inches so that most adults can both sit and stand well. Many desks start at 28 inches, which is too high for shorter people to sit with their feet on the floor. Frames with three-stage columns reach lower and higher than those with two stages.

### Lifting capacity

Two-motor frames commonly lift 100 to 160 kilograms, single-motor frames around 70. Add the weight of the top before you compare: a solid wood top can weigh 30 kilograms on its own. A motor that works near its limit is slower, louder and lives shorter.

### Noise and speed

Good frames move at about 35 millimetres a second and stay below 50 decibels, which is quieter than a normal conversation. Slow desks are used less often.

### Warranty

Look for at least five years on the frame and two on motors and electronics. A long warranty says what the maker expects.

## What to expect at each price

### Entry level

Desks at the lower end have one motor, two-stage columns and a laminate top in one or two pieces. They suit a light setup and people of average height.

### Middle

In the middle you get two motors, three-stage columns, four memory positions and detection of collisions. This is where most people should buy.

### Upper end

Above that you pay for solid wood, heavier frames and service. The lifting works no better than in the middle.

## Extras worth having

- Memory buttons
- Collision detection, which stops the desk when it meets a chair or a child
- A tray that carries the cables up and down with the desk

## Extras to skip

Built-in wireless chargers age before the desk does. Drawers hang into the space for your knees. Speakers and lights are cheaper and better when bought apart.

## Before you order

Measure the room, including the height of the window sill behind the desk. Check whether the top arrives in one piece. Read the conditions of return, because a desk of 45 kilograms is costly to send back.
`,
  ),
  page(
    {
      url: 'https://rentersdesk.example/standing-desk-converter-vs-desk',
      site: "The Renter's Desk",
      title: 'Standing Desk vs Desk Converter: Which One to Buy',
      description:
        'A converter sits on the desk you own, costs less and moves house easily. A full desk is steadier and roomier. How to decide.',
    },
    `
# Standing desk or converter?

A converter is a platform that sits on your present desk and lifts the screen and keyboard. It costs less than a full standing desk and needs no assembly. A full desk gives you more room, more stability and a better sitting height.

## How converters work

Most converters rise on gas springs or on a scissor frame like that of a drawing board. You squeeze two handles and push. Electric ones exist as well. Typical platforms carry 10 to 18 kilograms, enough for a laptop and one or two light screens.

## Where converters win

### Price

A decent converter costs about a third of a decent electric desk.

### Moving

Converters can be carried to another room or another flat. Tenants who move every year or two value that more than they expect.

### Keeping a desk you love

An old oak desk or a desk the office will not replace can stay where it is.

## Where a full desk wins

### Sitting height

A converter adds 10 to 15 centimetres to the desk even when it is folded down. Your keyboard then stands too high for sitting, unless the platform has a separate tray that drops below the edge of the desk. This is the fault people mention most often after some months.

### Space

With a full desk the whole surface rises: papers, coffee, lamp and all. With a converter everything that is not on the platform stays below.

### Stability

A full frame stands on the floor. A converter stands on a desk that stands on the floor, and each adds its own wobble.

## Cheaper ways to try standing

Before you buy either, stand at a kitchen counter or a chest of drawers for a week with a laptop on a box. If you still do it on Friday, you will probably use a standing desk. If not, you have saved the money.

## How to decide

- You rent, have a solid desk and use one light screen: buy a converter.
- You work at home all week, use two screens or are taller than 185 centimetres: buy a full desk.
- Two people share the desk: buy an electric desk with memory positions.
- You have a good tabletop already: buy a frame alone and keep the top.
`,
  ),
  page(
    {
      url: 'https://feetfirst.example/how-long-to-stand-at-a-standing-desk',
      site: 'Feet First',
      title: 'How Long Should You Stand at a Standing Desk?',
      description:
        'Start with 15 minutes an hour and work towards an even split. Signs that you overdo it, and a plan for the first month.',
    },
    `
# How long should you stand at a standing desk?

Stand for 15 to 30 minutes of each hour, and change position before you feel that you must. A working day with two to four hours of standing, spread out, is a good target. There is no benefit in standing for a whole day without a break.

## Why short spells work better

Muscles tire under a constant load, however light. Standing still loads the same muscles in the calves and lower back for minutes on end, and sitting still does the same to others. Changing between the two lets each group recover.

## A plan for the first month

### Week one

Stand for 15 minutes in each of four hours. Put a reminder in your calendar, because nobody remembers for the first few days.

### Week two

Stand for 20 minutes in each of five hours. Notice which tasks you like doing on your feet. Calls and reading are usually the first.

### Week three

Stand for half an hour at a time, twice in the morning and twice in the afternoon. If your feet hurt, try other shoes before you give up.

### Week four

Drop the reminder and change when you feel like it. Count once at the end of the week: two to four hours of standing a day is where most people settle.

## Signs that you stand too much

- Sore heels or arches in the evening
- An ache in the lower back that goes away when you sit
- Swollen ankles or marks from your socks
- Leaning on the desk or shifting all your weight to one leg

## Make standing easier

### A mat

An anti-fatigue mat makes small muscles in the legs keep working, which helps the blood back up. Mats with raised edges or bumps invite you to shift your feet.

### Shoes

Wear shoes with some cushioning, or stand barefoot on a mat. Hard leather soles on a hard floor are the worst pair.

### A footrest

Putting one foot on a low box for a few minutes tilts the pelvis and takes load off the lower back. Bars in old pubs have a rail for the same reason.

## What about kneeling chairs and stools

A leaning stool carries part of your weight while you stand and makes longer spells possible. It is useful for people who stand for most of the day. For everyone else, sitting down is the simpler answer.

## Move as well

Standing is a posture and walking is movement. A two-minute walk every half hour does more for blood sugar than standing for the same half hour. Fill a small glass of water instead of a large bottle, and you will walk without planning to.
`,
  ),
  page(
    {
      url: 'https://matmatters.example/best-standing-desk-mat',
      site: 'Mat Matters',
      title: 'Do You Need a Standing Desk Mat? How to Choose One',
      description:
        'An anti-fatigue mat makes standing easier on hard floors. Thickness, firmness, size and edges, and when carpet is enough.',
    },
    `
# Do you need a standing desk mat?

A mat is the first accessory to buy for a standing desk if your floor is hard. Standing on tile, concrete or wood for half an hour is noticeably more tiring than standing on a good mat. On thick carpet you can usually do without.

## How a mat helps

An anti-fatigue mat gives slightly under your weight. Muscles in the feet and calves make small corrections all the time, and those movements help pump blood back from the legs. Workers who stand on mats report less discomfort in feet and lower back than those on hard floors.

## Flat or shaped

### Flat mats

Flat mats suit people who stand in one place for short spells. They are easy to push under the desk and easy to roll a chair over when they are thin.

### Shaped mats

Shaped mats have ridges, slopes or a bump in the middle. They invite you to stretch a calf or to roll an arch, so that you change position without thinking about it. They cost more and cannot be rolled over with a chair.

### Balance boards

A balance board makes you sway. It keeps legs busy and is fun, but typing suffers at first. Use it for calls and for reading.

## What to look for

- Thickness of about two centimetres; thinner mats press flat, thicker ones are unstable
- Firm foam that does not bottom out under your heel
- At least 50 by 75 centimetres, so that you can shift your feet
- Bevelled edges, which prevent tripping
- A surface that wipes clean and does not slide

## Materials

Polyurethane is dense, holds its shape for years and costs the most. Rubber is heavy, stable and smells for the first weeks. PVC foam is the cheapest and tends to curl at the edges after a year or two.

## Shoes or bare feet

Most people find bare feet or socks on a good mat the most comfortable. With shoes, the mat matters less and the soles more. High heels and mats do not go together.

## Living with a mat and a chair

The usual complaint about mats is that they are in the way when you sit. Choose one that slides easily with a foot, or one with a hole or handle at the edge. Pushing the mat under the desk when you sit down quickly becomes part of the change.

## When to replace it

Replace a mat when your heel leaves a dent that stays, when an edge curls up or when the surface cracks. A good polyurethane mat lasts five to ten years in an office.
`,
  ),
  page(
    {
      url: 'https://sawdustdesk.example/diy-standing-desk',
      site: 'Sawdust & Desk',
      title: 'DIY Standing Desk: Build One Around a Frame or From Timber',
      description:
        'Put your own top on an electric frame, raise an old desk on blocks or build a fixed standing desk from timber. Steps, sizes and mistakes.',
    },
    `
# How to build your own standing desk

The most useful do-it-yourself standing desk is an electric frame with a top of your own. It takes an afternoon, costs less than a complete desk of the same quality and lets you choose the size. A fixed standing desk from timber is cheaper still, and suits people who have a second desk for sitting.

## Build one: your top on a bought frame

### Choosing the top

A top should be 18 to 30 millimetres thick and at least as wide as the frame at its narrowest setting. Solid wood kitchen worktops, birch plywood and bamboo all work. Chipboard below 18 millimetres bends and pulls out screws.

### Steps

1. Lay the top face down on a blanket and place the frame on it.
2. Centre the frame, leaving the same overhang on both sides and about five centimetres behind the columns.
3. Mark the holes, and drill pilot holes two thirds as deep as the top is thick. Wrap tape around the drill as a stop.
4. Screw the frame down by hand for the last turns so that the threads do not strip.
5. Fix the control box and the cables, turn the desk over with a second person and run it all the way up and down once.

### Finish

Oil or hard wax is easy to renew and pleasant under the arms. Let it cure for as long as the maker says before you put a keyboard on it.

## Build two: a fixed desk from timber

Measure the height of your bent elbows in shoes and subtract the thickness of the keyboard. Build a frame of planed timber 70 by 70 millimetres, with a rail at the back and one on each side just under the top. A diagonal brace at the back removes most of the sway. Add a rail for one foot 15 centimetres above the floor.

## Build three: raise what you have

Sturdy blocks under the legs turn a spare table into a standing desk for the price of some wood. Cut a recess for each leg so that it cannot slip. Do not stack books or bricks under a desk that carries a screen.

## Mistakes that are common

- Screws longer than the top is thick
- Cables cut to the sitting height, which pull plugs out at the first rise
- No space between desk and wall, so that the top scrapes the window sill
- A heavy top on a single motor

## What it costs

An electric two-motor frame makes up about two thirds of the cost, the top the rest. Timber for a fixed desk costs about as much as a good office lamp. In both cases a borrowed drill and a free afternoon are the other ingredients.
`,
  ),
  page(
    {
      url: 'https://homeofficenotes.example/standing-desk-mistakes',
      site: 'Home Office Notes',
      title: 'Eleven Standing Desk Mistakes and How to Fix Them',
      description:
        'Standing too long, screen too low, cables too short: the mistakes that make people give up on a standing desk, each with its remedy.',
    },
    `
# Standing desk mistakes, and how to fix them

Most people who give up on a standing desk do so because of a few mistakes that are easy to fix. Pain in the first weeks is rarely a reason to sell the desk. It usually says that one measurement or one habit is off.

## Mistakes of habit

### Standing all day from the first day

Legs and feet need weeks to adapt. Begin with 15 minutes an hour and add time slowly.

### Never moving the desk again

Surveys of offices find many adjustable desks left in one position. Tie the change to something that happens anyway, such as a call or a coffee.

### Standing still

Locking the knees makes blood pool in the legs. Shift your weight, put one foot up, take a step.

### Leaning on the desk

Leaning means that you are tired. Sit down, and stand again later.

## Mistakes of setup

### The screen stays low

A laptop on a standing desk is far too low for the eyes. Use an arm or a stand, with a keyboard of its own.

### The desk is too high

Raised shoulders lead to a sore neck by the afternoon. Lower the desk until your upper arms hang down.

### The cables are too short

Measure every cable with the desk fully raised, and add a hand's width. A power strip fixed under the top leaves only one cable to the wall.

### The chair hits the desk

Armrests catch under a desk that comes down. Turn on collision detection, and park the chair to one side.

## Mistakes of equipment

### A hard floor and thin soles

Sore heels are a question of floor and shoes. A mat solves most of it.

### Too much weight on one side

A printer at one end of the top strains one column and makes the desk creep out of level. Put heavy things near the middle or on the floor.

### A desk at the limit of its range

A desk fully extended is at its least stable. If you need the last two centimetres, a frame with taller columns will feel much firmer.

## When it still hurts

Pain that lasts longer than two weeks, tingling or numbness should be looked at by a doctor or a physiotherapist. So should swelling in only one leg. No desk is worth ignoring that.
`,
  ),
  page(
    {
      url: 'https://officebudget.example/are-standing-desks-worth-it',
      site: 'Office Budget',
      title: 'Are Standing Desks Worth It? Costs Against Use',
      description:
        'What a standing desk costs over its life, who really uses one, tax and employer contributions, and cheaper ways to stand.',
    },
    `
# Are standing desks worth it?

A standing desk is worth its price if you work at it most days and change position at least a few times a day. Spread over ten years, a solid electric desk costs less than a coffee a week. Left in one position, it is an expensive table.

## What you pay

### The desk

An electric desk with two motors costs about two to three times as much as an ordinary desk of the same size. Frames without a top are cheaper, and used ones cheaper again, since offices sell them when they move.

### The things around it

Plan for a mat, a longer power strip and perhaps an arm for the screen. Together these add a fifth to a third to the price of the desk.

### Electricity

An idle electric desk draws less than one watt, and each lift uses very little. Over a year the electricity costs next to nothing.

## What you get

Users most often name comfort: fewer stiff afternoons and an easy way to wake up after lunch. People with back pain that comes from long sitting have the most to gain. Those who walk a lot during the day anyway have the least.

## How to know whether you will use it

Look at how you work now. If you already stand for phone calls or pace while you think, you will probably use the desk. If you rarely get up, a timer and a short walk might do as much for nothing. Trying a high counter for a week is the best test there is.

## Getting help with the price

### Employers

Many employers pay for equipment at home or lend it. A note from a doctor or an ergonomic assessment helps where there is no fixed budget.

### Taxes

Self-employed people can usually deduct a desk used for work. The rules for employees differ from country to country, and often ask for a separate room. Ask a local adviser before you count on it.

### Health accounts

In the United States a standing desk may qualify for a health savings account with a letter of medical necessity. It does not qualify without one.

## Cheaper ways to stand

- A converter on the desk you have
- A frame for the tabletop you have
- A wall shelf at elbow height for the laptop
- A used desk from an office clearance

## The verdict

Buy the steadiest frame you can afford, put any decent top on it and keep it for ten years. If money is tight, a shelf and a walk do most of the good.
`,
  ),
]
