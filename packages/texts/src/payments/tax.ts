/** Appended to an amount to which tax may be added. A paid amount is shown with its tax. */
export const plusTax = 'plus any tax';
