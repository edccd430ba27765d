/**
 * The language of these texts (BCP 47), used by Intl for dates, numbers, money, lists, plurals and country
 * names. A catalogue in another language sets another value here, and nowhere else.
 */
export const LOCALE = 'en-GB';
