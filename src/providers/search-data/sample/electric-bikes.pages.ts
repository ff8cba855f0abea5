import { page } from './topic.ts'

export const electricBikePages = [
  page(
    {
      url: 'https://pedalplain.example/electric-bikes-guide',
      site: 'Pedal Plain',
      title: "Electric Bikes: A Buyer's Guide to Types, Motors and Range",
      description:
        'How electric bikes work, hub or mid-drive, how much battery you need, what the classes allow, and what to try on a test ride.',
    },
    `
# Electric bikes: how to choose one

An electric bike is a bicycle with a motor that helps while you pedal. A sensor notices that you are pedalling and a controller adds power from a battery. You still choose the gear and set the pace, and hills and headwinds matter much less.

## The parts that matter

### The motor

A hub motor sits in a wheel and pushes the bike along. It is simple, cheap and easy on the chain. A mid-drive motor sits at the pedals and uses the gears, so it climbs better and feels more natural. It also wears chains faster.

### The sensor

A cadence sensor switches the motor on when the pedals turn. A torque sensor measures how hard you push and answers in proportion. Torque sensors feel much more like cycling.

### The battery

Battery size is given in watt-hours. Most bikes carry 400 to 750 watt-hours. Bigger batteries go farther, weigh more and cost more to replace.

### The brakes

An electric bike is heavier and faster than an ordinary one, so good brakes are not a luxury. Hydraulic disc brakes stop with one finger and hold in the rain.

## Which type suits you

- Commuting on roads: a step-through or city bike with mudguards, lights and a rack
- Carrying children or shopping: a cargo bike with a low platform
- Trains and small flats: a folding bike below 20 kilograms
- Forest tracks: a mountain bike with a mid-drive motor and suspension

## How much range you need

Take your longest usual trip and double it. Range figures from makers assume a light rider, low assistance and flat ground. Cold weather can take away a fifth of the range or more.

## What to check on a test ride

1. Start on a slope and feel whether the motor helps smoothly or with a jerk.
2. Ride with the motor off, because one day the battery will be empty.
3. Lift the bike, and think of your stairs.
4. Brake hard from full speed.

## What to ask the shop

Ask who repairs the motor and how long spare parts and batteries will be sold. Ask whether the electrical system is certified. A bike with a motor from a known maker can be repaired in many shops; a bike with no name often cannot.
`,
  ),
  page(
    {
      url: 'https://rangecheck.example/how-far-can-an-electric-bike-go',
      site: 'Range Check',
      title: 'How Far Can an Electric Bike Go on One Charge?',
      description:
        'Most electric bikes go 30 to 80 kilometres on a charge. A simple estimate from watt-hours, and what weight, wind and cold do to it.',
    },
    `
# How far can an electric bike go?

Most electric bikes go between 30 and 80 kilometres on one charge, which is about 20 to 50 miles. The battery sets the upper limit. How you ride decides where in that range you end up.

## A simple estimate

Divide the watt-hours of the battery by the energy you use per kilometre. Gentle riding with low assistance uses about 6 to 8 watt-hours a kilometre. Brisk riding with high assistance uses 10 to 15. Riding on the throttle alone can use 20.

A battery of 500 watt-hours therefore gives about 70 kilometres on low assistance, 40 on high assistance and 25 on the throttle.

## Watt-hours explained

Watt-hours are volts multiplied by amp-hours. A battery with 36 volts and 14 amp-hours holds 504 watt-hours. Compare batteries by watt-hours, since amp-hours alone mean little without the voltage.

## What shortens the range

### Hills

Climbing 100 metres with a rider and bike of 110 kilograms takes about 30 watt-hours before losses. A hilly commute can halve the range.

### Wind and speed

Air resistance grows with the square of speed. Riding at 32 kilometres an hour in place of 25 uses well over a third more energy on the flat.

### Cold

Lithium batteries give less energy when they are cold. Keep the battery indoors in winter and put it in just before you leave.

### Tyres

Soft and knobbly tyres cost energy. Pumping up the tyres every two weeks is the cheapest way to more range.

### Weight

Weight matters most when you climb or stop often. On a flat path it makes little difference.

## How to go farther

- Use the lowest level of assistance that feels pleasant.
- Change down before you stop, so that the motor starts in an easy gear.
- Keep a steady pace.
- Carry the charger if you will sit somewhere for three hours.

## When range goes down with age

A battery loses capacity slowly, with use and with time. Most keep about 80 percent of it after 500 to 1,000 full charges. For someone who charges twice a week, that is five years or more. A battery that has lost a quarter of its capacity still works; it simply has to be charged sooner.
`,
  ),
  page(
    {
      url: 'https://spokelaw.example/electric-bike-classes-and-laws',
      site: 'Spoke Law',
      title: 'Electric Bike Laws: Classes, Speed Limits, Licences and Helmets',
      description:
        'Class 1, 2 and 3 in the United States, 25 km/h in Europe, EAPC in the United Kingdom. What is a bicycle by law and what is not.',
    },
    `
# Electric bike laws in plain words

In most places an electric bike counts as a bicycle if its motor is small and stops helping at a set speed. Above those limits it becomes a moped or a motorcycle, and needs registration, insurance and a licence. The limits differ from country to country.

## United States

### The three classes

Most states use three classes. A Class 1 bike helps only while you pedal, up to 20 miles an hour. A Class 2 bike also has a throttle, up to the same speed. A Class 3 bike helps while you pedal, up to 28 miles an hour. The motor is limited to 750 watts.

### Where you may ride

Class 1 and 2 bikes may usually be ridden wherever bicycles may. Class 3 bikes are often kept off shared paths, and many states set a minimum age or require a helmet for them. Parks and trails have rules of their own, so look them up before a trip.

## European Union

A pedal-assisted bike with a motor of up to 250 watts continuous power, which stops helping at 25 kilometres an hour, is a bicycle. It needs no licence, registration or insurance. Faster bikes that help up to 45 kilometres an hour are mopeds by law: they need a number plate, insurance, a helmet and a licence, and have to stay off most cycle paths.

## United Kingdom

An electrically assisted pedal cycle may have a motor of up to 250 watts and must stop helping at 15.5 miles an hour. The rider must be at least 14 years old. No licence, tax or insurance is needed. Twist-and-go throttles that work without pedalling above walking pace need type approval.

## Canada and Australia

Canadian provinces commonly allow up to 500 watts and 32 kilometres an hour, with an age limit that depends on the province. Australia follows a 250-watt, 25 kilometres an hour rule in most places, with differences from state to state.

## What happens when you unlock a bike

A bike that has been changed to go faster is no longer a bicycle. Insurance may refuse to pay after an accident, and the police may take the bike away. Warranties end as well.

## Before you buy

- Look for the label that states class, power and top speed.
- Ask whether the throttle can be switched off.
- Check the rules of the path you ride most.

Laws change, and this page is a summary and not legal advice.
`,
  ),
  page(
    {
      url: 'https://voltcare.example/electric-bike-battery-care',
      site: 'Volt Care',
      title: 'Electric Bike Batteries: Charging, Lifespan and Safety',
      description:
        'How to charge, store and carry an electric bike battery so that it lasts, what certification means, and the warning signs of a bad one.',
    },
    `
# How to look after an electric bike battery

An electric bike battery lasts longest when it is charged often, kept cool and rarely left full or empty for long. With normal care, expect 500 to 1,000 full charges before capacity falls to about 80 percent.

## Charging

### How long it takes

Most batteries charge in three to six hours with the charger they came with. The last fifth takes longest, because the charger slows down to protect the cells.

### How full

Charging to 80 or 90 percent for daily trips and to 100 percent before long ones is gentle on the cells. It is not necessary to run a battery down first. Lithium batteries have no memory effect.

### What it costs

Charging a 500 watt-hour battery takes about 0.6 kilowatt-hours from the wall. At a price of 17 cents a kilowatt-hour that is about 10 cents.

## Storing

Store a battery at 30 to 60 percent, in a dry place between 10 and 20 degrees Celsius. Check it every two months. Never charge a battery that is below freezing; let it warm up first.

## Safety

### Certification

Look for a battery or a bike tested by an accredited laboratory. UL 2849 covers the electrical system of electric bikes, and UL 2271 covers the battery alone. New York City has required such certification for bikes sold there since 2023, after a series of fires.

### Chargers

Use the charger made for the battery. A charger with the wrong voltage can overcharge cells and start a fire. Unplug it when the battery is full.

### Where to charge

Charge in a room with a smoke alarm, on a hard surface, and not in the hallway that is your way out. Do not charge overnight or while you are away.

## Signs of a bad battery

- It swells, leaks or smells sweet or sharp
- It becomes hot during charging
- It falls from half full to empty within minutes
- The case is cracked or has been dropped hard

Stop using such a battery, take it outdoors if that is safe and ask the shop or the local waste service how to hand it in.

## Replacing and recycling

A new battery costs roughly a fifth to a third of the price of the bike. Buy it from the maker or from a dealer it names. Shops take old batteries back in many countries, and they never belong in household rubbish.
`,
  ),
  page(
    {
      url: 'https://hillclimber.example/hub-motor-vs-mid-drive',
      site: 'Hill Climber',
      title: 'Hub Motor vs Mid-Drive: Which Electric Bike Motor Is Better?',
      description:
        'Hub motors are simple and cheap to run. Mid-drives climb better and feel natural. A comparison by hills, wear, repairs and price.',
    },
    `
# Hub motor or mid-drive?

A hub motor is the better choice for flat commutes and a low price. A mid-drive is the better choice for hills, loads and a natural feel. Both are reliable when they come from a maker that sells spare parts.

## How they differ

A hub motor turns a wheel directly and knows nothing of your gears. A mid-drive turns the chainring, so its power goes through the same gears as yours. In a low gear a mid-drive can turn fast while the bike climbs slowly, which is when motors are most efficient.

## Hills

On long or steep hills a mid-drive wins clearly. A hub motor slows down, draws more current and gets hot. A geared hub motor copes well with short hills in a city.

## Feel

Most mid-drives have torque sensors, so the help rises and falls with your legs. Many hub motors have cadence sensors, which push with the same force however hard you pedal. Hub motors with torque sensors exist and feel much better.

## Wear

A mid-drive sends its power through the chain. Expect to replace the chain every 1,500 to 3,000 kilometres and the cassette with every second or third one. With a hub motor the chain lasts about as long as on an ordinary bike.

## Repairs

### A flat tyre

A rear hub motor makes it harder to take the wheel out, since a cable has to be unplugged and the axle nuts need a spanner. On a mid-drive the wheel comes out as usual.

### A broken motor

A hub motor can be replaced together with its wheel. A mid-drive is built into the frame, and only the same model will fit.

## Weight and balance

A mid-drive puts the weight low and in the middle. A rear hub makes the back heavy, which you notice when you carry the bike upstairs. A front hub spreads weight well, but may slip on gravel and wet leaves.

## Throttle

Throttles are common with hub motors and rare with mid-drives. Where they are legal they help people who cannot pedal away from a standstill.

## Which to buy

- Flat city, simple upkeep, lower price: geared hub motor
- Hills, trailer, cargo or children: mid-drive
- Trails: mid-drive, without exception
- A conversion of a bike you own: hub motor, because it is easier to fit
`,
  ),
  page(
    {
      url: 'https://commutemath.example/are-electric-bikes-worth-it',
      site: 'Commute Math',
      title: 'Are Electric Bikes Worth It? Cost per Mile Against Car and Bus',
      description:
        'Purchase, battery, upkeep and electricity: what an electric bike costs per mile, when it pays for itself, and when it does not.',
    },
    `
# Are electric bikes worth it?

An electric bike is worth its price if it replaces car trips or a monthly ticket several times a week. Used only on sunny Sundays, it is an expensive toy. The sums below show how to find out for yourself.

## What it costs to run

### Electricity

Electricity is the smallest item. An electric bike uses about 15 to 25 watt-hours a mile, so a thousand miles cost around four dollars at 17 cents a kilowatt-hour.

### Upkeep

Plan for a service each year, with brake pads, a chain and tyres as they wear. Because electric bikes are heavier and are ridden more, they wear parts faster than ordinary bikes.

### The battery

Set aside the price of a new battery over about seven years. It is the largest cost after the purchase.

## An example

A bike for 2,000 dollars, ridden 2,000 miles a year for seven years, costs about 14 cents a mile for the purchase. Upkeep and battery add roughly ten cents, electricity less than half a cent. That makes about 25 cents a mile. Running a car commonly costs more than 60 cents a mile once purchase, fuel, insurance and repairs are counted.

## What it gives beyond money

### Time

In a dense city a trip of up to five miles is often as fast by electric bike as by car, door to door, since parking takes no time.

### Exercise

Riding with assistance is moderate exercise. Studies find that people on electric bikes work less hard per mile than other cyclists, but ride farther and more often, which makes up for much of it.

### Arriving dry

With the motor doing the hard part, most people can ride to work in their normal clothes.

## When it is not worth it

- You have nowhere safe and dry to keep it
- Your route has fast traffic and no cycle lane
- You live up several flights of stairs without a lift
- You already ride an ordinary bike happily

## How to spend less

Ask your employer about a purchase scheme and your city about a subsidy. Buy last year's model in winter. A used bike is good value if the seller can show the age of the battery and lets you ride it until it is half empty.

## Try before you buy

Rent one for a week and ride it on your real commute, in real weather. It costs less than the depreciation of a bike you sell after a month.
`,
  ),
  page(
    {
      url: 'https://safewheel.example/electric-bike-safety',
      site: 'Safe Wheel',
      title: 'Electric Bike Safety: Riding, Braking, Locks and Fire',
      description:
        'Heavier and faster than a bicycle: how to brake, corner and be seen on an electric bike, lock it well and charge it without risk.',
    },
    `
# How to ride an electric bike safely

An electric bike is ridden like a bicycle, with two differences: it is faster than people expect and heavier than you expect. Most accidents in the first weeks come from braking late and from mounting or dismounting. An hour of practice in an empty car park helps a great deal.

## The first hour

1. Start in the lowest level of assistance.
2. Practise starting with one pedal high, and the brakes held until you are ready.
3. Brake with both hands, gently at first and then harder.
4. Ride figures of eight to learn how the weight feels.

## Braking

A heavier bike needs a longer distance to stop. Look farther ahead, and cover the brakes in traffic. On wet leaves, paint and tram rails, brake before you reach them and not on them.

## Being seen

Drivers misjudge the speed of an electric bike, because they expect a slow one. Use lights by day as well as at night. Ride far enough from parked cars that an opening door cannot reach you.

## Helmets

A bicycle helmet reduces the risk of serious head injury. For bikes that assist up to 28 miles an hour or 45 kilometres an hour, look for a helmet made for those speeds, such as one that meets the Dutch NTA 8776 standard.

## Carrying children and loads

Load a cargo bike low and in front of or above an axle. Practise with bags of rice before you take a child. A kickstand with two legs makes loading far safer.

## Locks

Use two locks of different kinds, one through the frame and the rear wheel. A lock should cost about a tenth of the price of the bike. Take the battery and the display with you, since a bike without them is worth less to a thief. Write down the frame number.

## Fire

Battery fires are rare and severe. Buy certified batteries, use the right charger, do not charge in an escape route and stop using a battery that has been damaged. Never throw water on a burning battery; leave, close the door and call the fire service.

## Older riders

Electric bikes let many people ride again who had given up. A low step-through frame, a torque sensor that starts gently and a saddle that lets both feet reach the ground make a great difference.
`,
  ),
  page(
    {
      url: 'https://cargofamily.example/best-electric-bikes-by-use',
      site: 'Cargo Family',
      title: 'The Best Type of Electric Bike for Commuting, Cargo, Hills and Trips',
      description:
        'City, cargo, folding, mountain, touring: which type of electric bike fits which life, what to look for and what to leave.',
    },
    `
# Which electric bike is best for you?

The best electric bike is the type that fits your most common trip. A cargo bike is a poor mountain bike, and a folding bike is a poor tourer. Start with the trip, and the rest follows.

## For commuting

A commuter needs mudguards, a rack, built-in lights and puncture-resistant tyres. A belt drive with hub gears stays clean and needs almost no care. Five hundred watt-hours are enough for most commutes with a charge every second day.

## For families and cargo

### Longtails

A longtail is a stretched bike with a strong rear rack for two children. It rides almost like an ordinary bike and fits through ordinary doors.

### Front loaders

A front loader has a box between the handlebar and the front wheel. Children sit in view, the load sits low, and the bike needs a parking place of its own. Steering takes a day to learn.

### Three wheels

Tricycles stand by themselves and feel safe at low speed. They have to slow down for corners, unless they are built to lean.

## For hills

Choose a mid-drive motor with at least 60 newton metres of torque and wide gears. For loads on steep hills, look for 85. Good brakes matter more going down than the motor does going up.

## For trains and flats

Folding electric bikes with wheels of 16 or 20 inches weigh 14 to 20 kilograms. Try to carry one up a flight of stairs before you buy. Small wheels are nervous on rough roads.

## For trails

Electric mountain bikes have mid-drive motors, strong wheels and long suspension. Ask where they are allowed, because many trails are closed to motors.

## For long trips

Tourers want comfort, a rack with a high load limit and the largest battery, or room for two. Plan stages by climbing more than by distance.

## For seniors and short riders

A low step-through frame, wheels of 24 or 26 inches and a saddle that goes down far make starting and stopping easy. A walk-assist button pushes the bike up a ramp for you.

## What to leave

- Fat tyres, unless you ride on sand or snow
- Large colour displays, which break and cannot be replaced
- Very cheap batteries without certification
- More power than the law allows where you ride
`,
  ),
]
