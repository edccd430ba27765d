/** Ids of the checkout's parts that links lead to. */
export const CHOICE_ID = 'order-choice';
export const METHODS_ID = 'payment-method';

/** Key of the mutation that runs while the payment sheet is open. */
export const PAYING = ['pay-order'];
