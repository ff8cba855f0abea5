import { standingDeskPages } from './standing-desk.pages.ts'
import { topic } from './topic.ts'

export const standingDesk = topic({
  name: 'standing desk',
  aliases: [
    'standing desk',
    'standing desks',
    'sit stand desk',
    'sit stand desks',
    'sit-stand desk',
    'stand up desk',
    'height adjustable desk',
  ],
  pages: standingDeskPages,
  questions: `
how high should a standing desk be
how high should a standing desk be for my height
how high should a monitor be on a standing desk
how long should you stand at a standing desk
how long should you stand at a standing desk each hour
how long does it take to get used to a standing desk
how long do standing desks last
how to use a standing desk
how to use a standing desk properly
how to use a standing desk without hurting your feet
how to set up a standing desk
how to set up a standing desk with two monitors
how to set up a standing desk ergonomically
how to build a standing desk
how to build a standing desk from an old desk
how to build a standing desk top
how to choose a standing desk
how to choose a standing desk for a tall person
how to stand at a standing desk
how to assemble a standing desk
how to stop a standing desk from wobbling
how to reset a standing desk
how to manage cables on a standing desk
how to move a standing desk
how to clean a standing desk
how to convert a desk to a standing desk
how to ask your employer for a standing desk
how to sit at a standing desk
how much does a standing desk cost
how much does a standing desk weigh
how much weight can a standing desk hold
how much should i spend on a standing desk
how much electricity does a standing desk use
how many calories does a standing desk burn
how many hours should you stand at a standing desk
how deep should a standing desk be
how wide should a standing desk be
how does a standing desk work
how does an electric standing desk work
how often should you change positions at a standing desk
what is a standing desk
what is a standing desk good for
what is a standing desk converter
what is the best standing desk
what is the best height for a standing desk
what is the best standing desk for home office
what is the point of a standing desk
what size standing desk do i need
what size standing desk for two monitors
what are the benefits of a standing desk
what are the disadvantages of a standing desk
what does a standing desk do for your body
what to look for in a standing desk
what to put under a standing desk
what to wear on your feet at a standing desk
what shoes to wear at a standing desk
what wood to use for a standing desk top
why use a standing desk
why is my standing desk not going down
why is my standing desk wobbly
why is my standing desk beeping
why does my standing desk go down by itself
why does my back hurt at my standing desk
why do my feet hurt at my standing desk
why are standing desks so expensive
why are standing desks good for you
can you use a standing desk on carpet
can you use a standing desk while pregnant
can you sit at a standing desk
can you put a treadmill under a standing desk
can you put drawers on a standing desk
can you replace a standing desk top
can you claim a standing desk on tax
can you claim a standing desk on your hsa
can a standing desk help you lose weight
can a standing desk cause varicose veins
can a standing desk help back pain
can standing desks be bad for you
is a standing desk worth it
is a standing desk good for your back
is a standing desk better than sitting
is a standing desk tax deductible
is a standing desk good for sciatica
is a standing desk converter worth it
is it bad to stand all day at a desk
is it safe to use a standing desk every day
is an electric standing desk better than a manual one
are standing desks worth it
are standing desks good for you
are standing desks bad for your knees
are standing desks stable
are standing desks noisy
are standing desk mats worth it
are standing desks hsa eligible
does a standing desk help with back pain
does a standing desk burn calories
does a standing desk help posture
does a standing desk improve productivity
does a standing desk need a mat
does a standing desk need to be plugged in
does standing at a desk strengthen your legs
do standing desks really help
do standing desks break easily
do standing desks help with weight loss
do standing desks use a lot of electricity
do i need a standing desk mat
do i need a dual motor standing desk
do you need special shoes for a standing desk
should i get a standing desk
should i get a standing desk or a converter
should i stand all day at my standing desk
should a standing desk be against a wall
should you wear shoes at a standing desk
should your arms rest on a standing desk
will a standing desk help my back
will a standing desk damage carpet
will a standing desk fit in a small room
when to stand at a standing desk
when to replace a standing desk mat
when did standing desks become popular
where to buy a standing desk
where to buy a used standing desk
where to put a standing desk in a bedroom
where should the monitor be on a standing desk
where are standing desks made
which standing desk is best
which standing desk is the most stable
which standing desk is best for tall people
which standing desk frame is best
which motor is best for a standing desk
who should not use a standing desk
who invented the standing desk
who makes the most stable standing desk
who uses standing desks
`,
  tails: `
height
mat
converter
frame
top
with drawers
for home office
for small spaces
adjustable
accessories
assembly
amazon
and treadmill
and chair
at home
at work benefits
benefits
black
bamboo
back pain
brands
balance board
bedroom setup
calculator
calories burned
cable management
chair
corner
crank
cheap
dual monitor
dual motor
diy
dimensions
drawer
depth
electric
ergonomics
exercises
error codes
extension
foot pain
footrest
frame only
for two people
for tall people
for kids
for laptop
for gaming
for back pain
for short person
for seniors
from old desk
gaming
glass top
guide
gas lift
height chart
height for 6 foot
height calculator
hydraulic
hand crank
home gym
ideas
ikea
in small room
in front of window
in living room
inches
installation
injuries
joystick control
keyboard tray
kit
kids
knee pain
l shaped
large
legs
laptop
lift
like a bar table
manual
mat thickness
memory settings
mistakes
monitor height
motor
near me
not working
not level
narrow
noise
office
oak top
on carpet
on wheels
on hardwood floor
or sitting desk
or converter
or treadmill desk
outlet
posture
pros and cons
portable
plans
price
program
quality
quiet motor
questions
routine
reviews
reset
riser
refurbished
setup
shoes
small
stool
stability
solid wood
sit to stand ratio
schedule
to buy
top replacement
treadmill
tips
timer
tall person
two person
under 300
under 500
under desk treadmill
used
user manual
uneven floor
vs sitting
vs converter
vs treadmill desk
vs regular desk
vs kneeling chair
vs desk riser
versus sitting calories
varicose veins
vesa mount
walnut
warranty
weight limit
white
wobble
with hutch
with wheels
with shelf
with keyboard tray
with storage
with cable tray
without electricity
without tools assembly
without wobble
xl
yoga mat
youtube setup
zero wobble
48 inch
60 inch
72 inch
30 minutes
compared to sitting all day
after back surgery
during pregnancy
before and after
like new
`,
  others: `
best standing desk
best standing desk for home office
best standing desk for tall people
best standing desk for small spaces
best standing desk converter
best standing desk mat
best standing desk frame
best standing desk under 500
best l shaped standing desk
best budget standing desk
best chair for standing desk
best shoes for standing desk
electric standing desk
electric standing desk with drawers
small standing desk
corner standing desk
wooden standing desk
solid wood standing desk top
foldable standing desk
portable standing desk for laptop
wall mounted standing desk
manual standing desk
kids standing desk
diy standing desk converter
diy standing desk top
cheap standing desk ideas
used standing desk for sale
used office standing desks near me
sit stand desk ratio
sit stand desk schedule
sit stand desk cable management
anti fatigue mat for standing desk
balance board for standing desk
under desk treadmill for standing desk
monitor arm for standing desk
power strip for standing desk
stool for standing desk
leaning stool for standing desk
standing desks for schools
standing desks for classrooms
standing desks and productivity
standing desks and weight loss
standing desks pros and cons
standing desk vs standing desk converter
single motor vs dual motor standing desk
two stage vs three stage standing desk legs
electric vs manual standing desk
difference between standing desk and sit stand desk
alternative to a standing desk
alternatives to standing desks for back pain
is standing better than sitting at work
sitting vs standing calories
ergonomic desk setup standing
correct posture at a standing desk
tingling feet standing desk
plantar fasciitis standing desk
sciatica and standing desk
lower back pain from standing at desk
`,
  related: `
adjustable desk
desk converter
anti fatigue mat
walking pad
ergonomic office chair
monitor arm
desk height calculator
home office setup
treadmill desk
kneeling chair
cable management
desk exercises
`,
  discussions: {
    'desksetups.example': `
Two weeks with a standing desk and my feet still hurt
Wobble at 120 cm: frame or floor?
Kitchen worktop as a standing desk top, one year on
Single motor enough for a laptop and an ultrawide?
Cable management that survives a full lift
Standing desk in front of a window with a low sill
Is three stage really steadier than two stage?
Quietest frame for a flat with thin floors
What did you stop using on your desk?
    `,
    'backtalk.example': `
Standing desk made my lower back worse at first
How do you split sitting and standing with sciatica?
Plantar fasciitis and a standing desk
Mat, shoes or both?
Knees ache after an hour of standing, normal?
    `,
    'remoteteams.example': `
Getting an employer to pay for a desk at home
Standing desks nobody raises: how we got people to use ours
Do you stand during video calls?
Walking pad under the desk, noise for others on the call
Converter or full desk for someone who moves every year
    `,
    'buildathome.example': `
Pilot hole depth for a 20 mm bamboo top
Fixing sway in a fixed standing desk
Desk drifts out of level overnight
Reusing an oak door as a top
Adding a drawer without hitting my knees
Can I shorten a frame that is too wide?
    `,
  },
  features: [
    { type: 'shopping', rank: 1, title: 'Standing desks' },
    { type: 'people_also_ask', rank: 3, title: 'Are standing desks worth it?' },
    { type: 'people_also_ask', rank: 3, title: 'How high should a standing desk be?' },
    { type: 'people_also_ask', rank: 3, title: 'How long should you stand at a standing desk?' },
    { type: 'people_also_ask', rank: 3, title: 'Do I need a standing desk mat?' },
    { type: 'video', rank: 5, title: 'Setting up a standing desk for your height' },
    { type: 'images', rank: 7, title: 'Standing desk setups' },
    { type: 'related_searches', rank: null, title: 'Standing desk converter' },
  ],
})
