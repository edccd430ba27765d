/** Creating an account. */
export const registerTexts = {
  screen: 'Create account',
  headline: 'Create your account',
  explanation: 'An email address and a password. Nothing else is asked.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters. A sentence is better than a puzzle.',
  submit: 'Create account',
  invited:
    'You came by a friend’s link. If its code is valid, you both get 30 free days when you pay for your first plan.',
  legal: 'With an account you accept our {terms}. What we keep, and for how long, stands under {privacy}.',
  haveAccount: 'Have an account?',
  signIn: 'Sign in',
  asideHeadline: 'What we keep',
  keptEmailTerm: 'Email',
  keptEmail: 'To sign you in, and for receipts',
  keptPasswordTerm: 'Password',
  keptPassword: 'Only its hash, never the word itself',
  keptTrafficTerm: 'Traffic',
  keptTraffic: 'No addresses, no names, no times',
} as const;

/** Signing in. */
export const logInTexts = {
  screen: 'Sign in',
  headline: 'Welcome back',
  explanation: 'Sign in to see your plan and your devices.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgotPassword: 'Forgot password?',
  asideHeadline: 'New here',
  asideExplanation: 'An account takes an email address and a password. You choose a plan afterwards.',
  createAccount: 'Create an account',
} as const;

/** The names of the providers, as they write them. */
export const providerNames = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
} as const;

export const socialButtonsTexts = {
  legend: 'Or continue with',
  continueWith: 'Continue with {provider}',
} as const;

/** Using a passkey. */
export const usePasskeyTexts = {
  signIn: 'Sign in with a passkey',
  secondFactor: 'Use a passkey',
} as const;
