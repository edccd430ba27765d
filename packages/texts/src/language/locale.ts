/**
 * The language that these texts are written in (BCP 47), for everything that Intl words: days, figures, money, lists, plurals, names of
 * countries. A catalogue in another language has another one here, and nothing else names any.
 */
export const LOCALE = 'en-GB';
