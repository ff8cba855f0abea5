/** Example for trying the tool, written for this page in the style it rewrites. */
export const exampleText = `## Why a morning walk is worth it

In today's fast-paced digital world, it is important to note that a short walk can make a significant difference. Walking plays a crucial role in maintaining both physical and mental well-being. Moreover, it is a seamless way to embark on a journey towards healthier habits.

A walk of 20 minutes burns roughly 90 calories, according to a leaflet by the town of Hollowbridge from 3 May 2021. Furthermore, it not only improves your mood but also boosts your creativity. Many people utilize this time in order to delve into podcasts, foster meaningful connections, and reflect on their goals.

- It costs nothing and needs no equipment due to the fact that any pair of shoes will do.
- It underscores the importance of small routines.

In conclusion, a morning walk is a testament to the power of simplicity. Whether you're a busy parent or a seasoned professional, it offers a plethora of benefits that truly stand the test of time.
`
