import { behind, group, type Phrasebook } from './phrasebook.ts'

const verb = (word: string, ask: string[], forms: string[] = []) => group(word, ask, { forms, inversion: true })

export const en: Phrasebook = {
  language: 'en',
  questionsAnywhere: false,
  unspaced: false,
  questions: [
    group('how', ['how {q}', 'how to {q}', 'how much {q}', 'how long {q}', 'how does {q}'], {
      forms: ["how's", 'hows', "how'd"],
    }),
    group('what', ['what {q}', 'what is {q}', 'what does {q}'], { forms: ["what's", 'whats', "what're"] }),
    group('why', ['why {q}', 'why is {q}', 'why does {q}'], { forms: ["why's"] }),
    verb('can', ['can {q}', 'can you {q}'], ["can't", 'cant', 'could', "couldn't"]),
    verb('is', ['is {q}', 'is it {q}'], ["isn't", 'isnt', 'was', "wasn't"]),
    verb('are', ['are {q}'], ["aren't", 'arent', 'were', "weren't"]),
    verb('does', ['does {q}'], ["doesn't", 'doesnt']),
    verb('do', ['do {q}', 'do i need {q}'], ["don't", 'did', "didn't"]),
    verb('should', ['should {q}', 'should i {q}'], ["shouldn't", 'must', 'am']),
    verb('will', ['will {q}'], ["won't", 'would', "wouldn't", 'has', 'have', 'may']),
    group('when', ['when {q}', 'when to {q}'], { forms: ["when's"] }),
    group('where', ['where {q}', 'where to {q}'], { forms: ["where's", 'wheres'] }),
    group('which', ['which {q}']),
    group('who', ['who {q}'], { forms: ["who's", 'whos', 'whose', 'whom'] }),
  ],
  comparisons: [
    group('vs', ['{q} vs'], { forms: ['v'], strong: true }),
    group('versus', ['{q} versus'], { strong: true }),
    group('or', ['{q} or']),
    group('and', ['{q} and'], { forms: ['&'] }),
    group('compared to', ['{q} compared to'], {
      forms: ['compared with', 'compare', 'comparison', 'compared'],
      strong: true,
    }),
    group('alternative', ['{q} alternative', 'alternative to {q}'], {
      forms: ['alternatives', 'alternative to', 'alternatives to', 'substitute', 'substitute for'],
      strong: true,
    }),
    group('difference between', ['difference between {q} and'], {
      forms: ['difference', 'differences between'],
      strong: true,
    }),
    group('better than', ['{q} better than'], { forms: ['worse than', 'stronger than', 'cheaper than'], strong: true }),
    group('instead of', ['{q} instead of'], { forms: ['rather than'], strong: true }),
  ],
  prepositions: [
    ...behind('for', 'with', 'without'),
    group('near', ['{q} near'], { forms: ['near me', 'nearby', 'close to'] }),
    ...behind('to', 'like', 'in', 'on', 'at', 'from', 'after', 'before', 'during', 'under'),
    group('by', ['{q} by'], { forms: ['using', 'via'] }),
  ],
}
