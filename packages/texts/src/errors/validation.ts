/** What a field says about itself before anything is sent. */
export const validationTexts = {
  required: 'Value is required',
  email: 'Value is not a valid email address',
  minLength: 'This field should be at least {min} characters long',
  sameAs: 'The value must be equal to the {other} value',
  /** What a number field says when something other than a digit was typed. */
  wholeNumber: 'Whole numbers only, digits alone',
  wholeGigabytes: 'Whole gigabytes only, like 5',
} as const;
