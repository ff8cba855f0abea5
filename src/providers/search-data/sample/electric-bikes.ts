import { electricBikePages } from './electric-bikes.pages.ts'
import { topic } from './topic.ts'

export const electricBikes = topic({
  name: 'electric bikes',
  aliases: [
    'electric bikes',
    'electric bike',
    'electric bicycles',
    'electric bicycle',
    'e-bikes',
    'e-bike',
    'ebikes',
    'ebike',
    'e bikes',
    'e bike',
  ],
  pages: electricBikePages,
  questions: `
how do electric bikes work
how do electric bikes charge
how do electric bikes work on hills
how do electric bikes work without pedaling
how does an electric bike motor work
how fast do electric bikes go
how fast can electric bikes go uphill
how fast is a class 3 electric bike
how far can electric bikes go
how far can an electric bike go on one charge
how far can an electric bike go without pedaling
how much do electric bikes cost
how much do electric bikes weigh
how much does an electric bike battery cost
how much does it cost to charge an electric bike
how much should i spend on an electric bike
how much weight can an electric bike carry
how long do electric bikes last
how long do electric bike batteries last
how long does it take to charge an electric bike
how long does an electric bike battery last per charge
how old do you have to be to ride an electric bike
how to choose an electric bike
how to choose an electric bike size
how to ride an electric bike
how to ride an electric bike safely
how to charge an electric bike
how to charge an electric bike without a charger
how to lock an electric bike
how to store an electric bike in winter
how to store an electric bike battery
how to transport an electric bike
how to carry an electric bike upstairs
how to clean an electric bike
how to build an electric bike
how to convert a bike to an electric bike
how to maintain an electric bike
how to reset an electric bike battery
how to dispose of an electric bike battery
how to get an electric bike rebate
how to insure an electric bike
how to extend electric bike range
what is an electric bike
what is a class 2 electric bike
what is a mid drive electric bike
what is a good range for an electric bike
what is the best electric bike
what is the best electric bike for seniors
what is the best electric bike for hills
what is the best electric bike for commuting
what is the difference between class 1 2 and 3 electric bikes
what is pedal assist on an electric bike
what are the disadvantages of electric bikes
what are the benefits of electric bikes
what does watt hours mean on an electric bike
what does torque mean on an electric bike
what to look for when buying an electric bike
what to wear on an electric bike
what size electric bike do i need
why are electric bikes so expensive
why are electric bikes so heavy
why are electric bikes banned on some trails
why is my electric bike not turning on
why is my electric bike losing power
why is my electric bike battery not charging
why does my electric bike cut out on hills
why do electric bike batteries catch fire
why buy an electric bike
can you ride an electric bike in the rain
can you ride an electric bike on the sidewalk
can you ride an electric bike without a license
can you ride an electric bike without pedaling
can you ride an electric bike with a dead battery
can you overcharge an electric bike battery
can you leave an electric bike outside
can you take an electric bike on a train
can you take an electric bike on a plane
can you pedal an electric bike normally
can you get fit riding an electric bike
can you put a child seat on an electric bike
can electric bikes go up steep hills
can electric bikes get wet
can electric bikes charge while pedaling
can an electric bike replace a car
is an electric bike worth it
is an electric bike good exercise
is an electric bike safe for seniors
is an electric bike cheaper than a car
is an electric bike a motor vehicle
is it safe to charge an electric bike overnight
is it legal to ride an electric bike on the road
are electric bikes worth it
are electric bikes safe
are electric bikes legal
are electric bikes good exercise
are electric bikes waterproof
are electric bikes heavy
are electric bikes good for the environment
are electric bikes allowed on bike paths
are electric bikes allowed in national parks
are electric bikes hard to maintain
do electric bikes need to be registered
do electric bikes need insurance
do electric bikes have gears
do electric bikes charge when you pedal
do electric bikes hold their value
do electric bikes work in the cold
do you need a license for an electric bike
do you need a helmet for an electric bike
do you have to pedal an electric bike
does an electric bike work without battery
does riding an electric bike burn calories
does cold weather affect electric bike range
does an electric bike need a special chain
should i buy an electric bike
should i buy a used electric bike
should i get a hub motor or mid drive electric bike
should i charge my electric bike after every ride
will an electric bike help me lose weight
will an electric bike fit on a car rack
will electric bikes get cheaper
when to replace an electric bike battery
when do electric bikes go on sale
when were electric bikes invented
where to buy electric bikes
where to ride electric bikes
where are electric bikes made
where can i test ride an electric bike
which electric bike is best for hills
which electric bike has the longest range
which electric bike motor is best
which electric bikes are made in europe
which class of electric bike should i buy
who can ride an electric bike
who repairs electric bikes near me
who makes the best electric bike motors
`,
  tails: `
for adults
near me
for sale
for seniors
for kids
for hills
for commuting
for heavy riders
for women
for short riders
for tall people
for delivery
accessories
age limit
and the law
and scooters
and rain
australia
at costco
benefits
battery
brands
battery life
battery fire
batteries replacement
bike rack
cheap
classes
conversion kit
cargo
cost
cost to charge
canada
delivery
dual battery
dealers near me
disadvantages
display
environmental impact
europe
exercise
explained
financing
folding
fat tire
fire safety
for two people
from germany
guide
girls
gears
good for exercise
hub motor
hire
helmet
how fast
hunting
heavy
insurance
in the rain
in winter
in national parks
in stock
japan
jobs
jack stand
kits
kids
kmh
laws
license
long range
lightweight
lock
mountain
mid drive
made in usa
maintenance
motor types
made for seniors
mopeds
new york law
no license
noise
on sale
on trails
on trains
on the road
or scooters
or regular bikes
pros and cons
price
pedal assist
parts
peak power
panniers
quality
questions
quiet motor
range
rental
rebate
reviews
repair near me
registration
speed limit
step through
safety
subsidy
seat
tires
throttle
three wheel
tax credit
that fold
torque sensor
towing
used
uk law
under 1000
under 2000
ul certified
uphill
unlocked
vs regular bikes
vs scooters
vs mopeds
vs motorcycles
vs acoustic bikes calories
versus car cost
vibration
voltage
weight
warranty
wheel size
with throttle
with child seat
with belt drive
with removable battery
with long range
with rear rack
without license
without throttle
without pedals
waterproof
wattage
xl frame
youth
yearly service
zero emissions
20 mph
28 mph
250w
500 vs 750 watts
750w
compared to cars emissions
like motorcycles
after knee replacement
`,
  others: `
best electric bikes
best electric bikes for adults
best electric bikes for seniors
best electric bikes for commuting
best electric bikes for hills
best electric bikes under 1000
best electric bikes under 2000
best folding electric bikes
best cargo electric bike
best electric bike for heavy riders
best electric bike for short women
best electric bike battery
best lock for electric bike
best helmet for electric bike
cheap electric bikes that are good
used electric bikes for sale
electric bike near me
electric bike rental near me
electric bike repair near me
electric bike conversion kit
electric bike laws by state
electric bike laws california
electric bike laws uk
electric bike speed limit by state
electric bike rebate program
electric bike battery 48v
electric bike battery replacement cost
electric bike battery storage winter
electric bike range calculator
electric bike hub motor vs mid drive
electric bike vs regular bike exercise
electric bike vs car cost per mile
electric bike vs electric scooter for commuting
electric bike charger
electric bike trailer for dogs
electric bike rack for car
electric bike insurance cost
electric bike maintenance schedule
electric bike tire pressure
electric mountain bikes
electric cargo bike for two kids
electric folding bike lightweight
electric trike for adults
electric bike with removable battery
electric bike without throttle
step through electric bike
fat tire electric bike
long range electric bike
lightweight electric bike
ul 2849 certified electric bikes
torque sensor vs cadence sensor
500wh vs 750wh battery
class 2 vs class 3 electric bike
difference between class 1 and class 2 ebike
alternative to electric bike for commuting
ebike battery safety
ebike battery swelling
ebike error codes
ebike commute clothes
`,
  related: `
electric scooters
cargo bikes
folding bikes
bike conversion kit
bike commuting
ebike battery
electric trikes
bike helmets
bike locks
mid drive motors
bike racks for cars
electric mopeds
`,
  discussions: {
    'ridetowork.example': `
Six months of commuting by electric bike, what I would change
How do you keep a battery warm in winter?
Hub or mid-drive for a flat 12 km commute?
Class 3 on a shared path, how strict is it where you live?
Clothes for a 30 minute ride without a shower at work
Second battery or bigger battery?
Which lock do you trust outside a station?
Range dropped by a third in November, normal?
    `,
    'bikeworkshop.example': `
Chain worn out at 1,800 km on a mid-drive
Motor cuts out under load on hills
Rear flat with a hub motor, step by step
Battery shows full and dies at half
Squeaking disc brakes after rain
Spare parts for a brand that closed
    `,
    'familybikes.example': `
Longtail or front loader with two kids?
First week with a cargo bike, so many wobbles
Where do you park a bike this big?
Grandmother wants to ride again: what to look for
Bike for a rider of 150 cm
    `,
    'streetquestions.example': `
Is a throttle legal in the United Kingdom?
Do I need insurance for a 25 km/h bike?
How much exercise is it really?
Safe way to charge in a small flat
Is a used electric bike a bad idea?
Taking an electric bike on a train
    `,
  },
  features: [
    { type: 'shopping', rank: 1, title: 'Electric bikes' },
    { type: 'local_pack', rank: 2, title: 'Electric bike shops' },
    { type: 'people_also_ask', rank: 4, title: 'Are electric bikes worth it?' },
    { type: 'people_also_ask', rank: 4, title: 'How far can an electric bike go on one charge?' },
    { type: 'people_also_ask', rank: 4, title: 'Do you need a license for an electric bike?' },
    { type: 'video', rank: 6, title: 'Hub motor or mid-drive on the same hill' },
    { type: 'related_searches', rank: null, title: 'Electric bikes for seniors' },
  ],
})
