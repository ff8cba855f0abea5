/** Topics of the sample world, by name: what someone can try without asking anybody. */
export const sampleTopics = [
  'cold brew coffee',
  'standing desk',
  'sourdough starter',
  'electric bikes',
  'home composting',
] as const
