/**
 * English words and phrases whose rate differs between AI and human prose. bench/humanizer-train.ts learns how much each list
 * counts, so a word here is a candidate, not proof. It also learns single words and short phrases beyond these lists.
 */

const list = (words: string) => words.trim().split(/\s*\n\s*/)
const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Filler phrases, frequent in the prose of every vendor's chat models. */
export const stockPhrases = list(`
it is important to note
it's important to note
it is worth noting
it's worth noting
it is essential to
it is crucial to
plays a crucial role
play a crucial role
plays a vital role
play a vital role
plays a significant role
playing a crucial role
a testament to
serves as a
serve as a
serves as a reminder
stands as a
in today's world
in today's digital
in the realm of
in the world of
in the heart of
at the heart of
in the face of
in an era of
in order to
a wide range of
a wide array of
a diverse range of
a variety of
a sense of
a deeper understanding
the importance of
the power of
the beauty of
the complexities of
the intricacies of
the potential to
the ever changing
ever evolving
fast paced
when it comes to
look no further
rich history
rich tapestry
a tapestry of
delve into
delves into
delve deeper
dive into
shed light on
sheds light on
pave the way
paving the way
paves the way
raise awareness
raises questions about
raised concerns
raising concerns
has garnered
have sparked
has sparked
sparked a
leaving a lasting
a lasting impact
left an indelible
a beacon of
a glimmer of
a mix of
a blend of
a renewed sense
little did
could not help but
couldn't help but
couldn't help feeling
sent shivers down
a shiver down
as the sun
the air was thick
eyes widened
heart pounding
from that day
in conclusion
in summary
to sum up
all in all
at the end of the day
only time will tell
it remains to be seen
remains to be seen
as we navigate
navigating the
embark on
embarked on
unlock the
game changer
take it to the next level
stay tuned
let's explore
whether you're a
on the other hand
not only that
first and foremost
last but not least
needless to say
`)

/** Hedges: models hedge evenly, people only where they are unsure. */
export const hedges =
  words(`may might could perhaps possibly potentially likely arguably generally typically often usually sometimes
somewhat relatively largely essentially virtually seemingly apparently presumably suggests suggest suggesting indicate indicates
appears appear tends tend`)

/** Inflated words for plain things. */
export const inflated =
  words(`delve delves delving tapestry testament realm realms landscape beacon intricate intricacies intricately
nuanced nuance multifaceted myriad plethora pivotal crucial vital paramount essential indispensable invaluable robust seamless seamlessly
leverage leveraging harness harnessing foster fosters fostering cultivate cultivating empower empowers empowering elevate elevates
underscore underscores underscoring underscored highlight highlights highlighting highlighted showcase showcases showcasing showcased
embark embarked embarking navigate navigating unravel unraveling unlock unlocking unleash transform transformative groundbreaking
innovative cutting comprehensive holistic dynamic vibrant bustling captivating compelling profound profoundly poignant resonate resonates
resonated resonating resilience resilient unwavering steadfast relentless newfound unprecedented remarkable notable noteworthy
significant significantly meticulous meticulously ensure ensures ensuring enhance enhances enhancing enhanced facilitate facilitates
facilitating utilize utilizes utilizing optimize optimizing streamline streamlining bolster bolstering garner garnered spearhead
endeavor endeavors journey camaraderie solace whispers whispered enigmatic ethereal whimsical kaleidoscope symphony labyrinth echoes
echoing shimmering glistening undeniable undeniably ultimately additionally furthermore moreover commitment collaboration
collaborative stakeholders sustainable sustainability initiative initiatives implications perspective perspectives`)

/** Connectors that chain sentences like items of a list. */
export const connectors =
  words(`however moreover furthermore additionally consequently therefore thus hence meanwhile nevertheless
nonetheless similarly likewise finally firstly secondly thirdly lastly overall ultimately notably importantly specifically indeed
subsequently conversely alternatively accordingly`)

/** Openers of a summary. A two-word opener is written as its first word followed by its second. */
export const summaryOpeners = list(`
overall
ultimately
in conclusion
in summary
in the end
in essence
in short
to conclude
to sum
to summarize
all in
by embracing
as we
as the world
as they
with its
together ,
`)

/** First-person words, which tie a text to its author's life. */
export const firstPerson = words(
  `i i'm i've i'd i'll me my mine myself we we're we've we'd we'll us our ours ourselves`,
)

/** Words of place and time that suggest firsthand experience. */
export const concrete =
  words(`monday tuesday wednesday thursday friday saturday sunday january february march april june july august
september october november december yesterday today tonight tomorrow morning afternoon evening night week weeks month months year years
mile miles yard yards foot feet inch inches street road house kitchen door window table car bus train school shop pub bed hand hands head
dog cat mother father mum mom dad brother sister wife husband son daughter boy girl man woman money pounds dollars cents spokesman
spokeswoman police hospital court`)

/** Words in -ing that don't form a participle tail after a comma. */
export const noParticiples =
  words(`during including according morning evening king thing things something nothing everything anything
bring spring string ring sing wing swing sting being notwithstanding outstanding wedding ceiling building feeling meeting beijing`)

/** Informal words, which people use more than models. */
export const informal =
  words(`yeah yep nope ok okay gonna wanna gotta kinda sorta lol haha hey huh ugh damn hell crap shit fuck fucking
stuff guy guys kid kids pretty really actually just lot lots got get gets getting thing things anyway maybe though bit bad big
didn't don't doesn't wasn't isn't can't won't`)
