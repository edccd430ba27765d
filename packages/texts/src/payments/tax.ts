/** Follows an amount that tax can still be added to. An amount that was paid is shown with its tax. */
export const plusTax = 'plus tax where it applies';
