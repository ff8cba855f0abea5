/**
 * Evidence at every fifth percent of 2,000 texts of DetectRL's multi-domain test files (NLP2CT/DetectRL): the first 250 human and 250
 * AI texts of 400 or more characters each of abstracts, stories, news and reviews. `other` has only what any language shows.
 */
export const scaleRanks: Record<'english' | 'other', Record<'wording' | 'rhythm' | 'structure', number[]>> = {
  english: {
    wording: [
      -9.29, -6, -5.29, -4.65, -4.1, -3.61, -3.11, -2.65, -2.18, -1.54, -0.15, 1.86, 2.99, 3.83, 4.41, 5.1, 5.78, 6.38,
      7.36, 8.49, 14.46,
    ],
    rhythm: [
      -3.99, -2.75, -2.14, -1.67, -1.32, -1.03, -0.77, -0.5, -0.27, -0.03, 0.04, 0.04, 0.13, 0.38, 0.56, 0.72, 0.89,
      1.05, 1.24, 1.5, 2.43,
    ],
    structure: [
      -8.7, -2.87, -2.31, -1.95, -1.54, -1.26, -0.97, -0.68, -0.42, -0.08, 0.2, 0.44, 0.72, 0.94, 1.22, 1.43, 1.68,
      1.97, 2.38, 3.03, 7.95,
    ],
  },
  other: {
    wording: [],
    rhythm: [
      -4.03, -2.79, -2.19, -1.72, -1.36, -1.07, -0.81, -0.54, -0.31, -0.08, 0, 0, 0.09, 0.33, 0.51, 0.67, 0.84, 1.01,
      1.2, 1.45, 2.38,
    ],
    structure: [
      -1.21, -0.47, -0.3, -0.2, -0.14, -0.1, -0.06, -0.03, 0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.23, 0.33,
      0.49, 1.4,
    ],
  },
}
