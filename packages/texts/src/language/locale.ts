/**
 * The language of these texts (BCP 47), for everything that Intl formats: days, figures, money, lists, plurals, names of
 * countries. A catalogue in another language sets another one here, the only place.
 */
export const LOCALE = 'en-GB';
