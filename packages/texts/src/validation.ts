/** What a field says about itself before anything is sent. */
export const validationTexts = {
  required: 'Value is required',
  email: 'Value is not a valid email address',
  minLength: 'This field should be at least {min} characters long',
  sameAs: 'The value must be equal to the {other} value',
} as const;
