/** Id of the element with the choice in a checkout, for links to it. */
export const CHOICE_ID = 'order-choice';

/** Key of the mutation that runs while the payment sheet is open. */
export const PAYING = ['pay-order'];
