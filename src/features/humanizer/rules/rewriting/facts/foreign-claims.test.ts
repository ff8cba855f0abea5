import { expect, test } from 'vitest'
import { compareFacts } from './compare-facts.ts'
import { describeChange } from './validate-rewrite.ts'

test.each([
  ['de', 'Die Pumpe darf nicht trocken laufen.', 'Die Pumpe darf trocken laufen.'],
  ['de', 'Die meisten Pflanzen brauchen Licht.', 'Alle Pflanzen brauchen Licht.'],
  ['de', 'Es kann helfen.', 'Es hilft.'],
  ['de', 'Man sollte es kühlen.', 'Man muss es kühlen.'],
  ['de', 'Nur Mitglieder haben Zutritt.', 'Mitglieder haben Zutritt.'],
  ['de', 'Es regnet selten.', 'Es regnet oft.'],
  ['de', 'Kein Hund bellt.', 'Ein Hund bellt.'],
  ['de', 'Einige Ärzte raten dazu.', 'Ärzte raten dazu.'],
  ['fr', 'Il ne faut pas le congeler.', 'Il faut le congeler.'],
  ['fr', 'La plupart des plantes aiment la lumière.', 'Les plantes aiment la lumière.'],
  ['fr', 'Cela pourrait aider.', 'Cela aide.'],
  ['es', 'No se debe congelar.', 'Se debe congelar.'],
  ['es', 'La mayoría de las plantas necesitan luz.', 'Todas las plantas necesitan luz.'],
  ['es', 'Puede ayudar.', 'Ayuda.'],
  ['it', 'Non bisogna congelarlo.', 'Bisogna congelarlo.'],
  ['pt', 'Não se deve congelar.', 'Deve-se congelar.'],
  ['nl', 'Vries het niet in.', 'Vries het in.'],
  ['nl', 'De meeste planten houden van licht.', 'Alle planten houden van licht.'],
])('%s: “%s” isn’t “%s”', (language, original, rewritten) => {
  expect(describeChange(compareFacts(original, rewritten, { language }))).toMatch(/^The rewrite (?:lost|added) “/)
})

test.each([
  [
    'de',
    'Zudem ist es wichtig zu beachten, dass die Pumpe nicht trocken laufen darf.',
    'Die Pumpe darf nicht trocken laufen.',
  ],
  ['de', 'Der Kaffee hält im Kühlschrank etwa sieben Tage.', 'Im Kühlschrank hält sich der Kaffee rund sieben Tage.'],
  ['fr', 'Il est important de noter que le café se conserve sept jours.', 'Le café se conserve sept jours.'],
  ['es', 'Cabe destacar que el café se conserva siete días.', 'El café dura siete días.'],
])('%s: “%s” may become “%s”', (language, original, rewritten) => {
  expect(describeChange(compareFacts(original, rewritten, { language }))).toBeNull()
})
