/** Creating an account. */
export const registerTexts = {
  screen: 'Create account',
  headline: 'Create your account',
  explanation: 'All we need is an email address and a password.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 8 characters. A short phrase works better than random symbols.',
  submit: 'Create account',
  invited:
    'A friend invited you. If their code is valid, you both get 30\u00a0days free when you buy your first plan.',
  legal: 'By creating an account you accept our {terms}. See {privacy} for what we keep and for how long.',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  asideHeadline: 'What we keep',
  keptEmailTerm: 'Email',
  keptEmail: 'To sign you in and send receipts',
  keptPasswordTerm: 'Password',
  keptPassword: 'Stored as a hash; we can’t read it',
  keptTrafficTerm: 'Traffic',
  keptTraffic: 'Not logged: no IP addresses, sites or times',
} as const;

/** Signing in. */
export const logInTexts = {
  screen: 'Sign in',
  headline: 'Welcome back',
  explanation: 'Sign in to see your plan and devices.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgotPassword: 'Forgot password?',
  asideHeadline: 'New here?',
  asideExplanation: 'All you need is an email address and a password. Choose a plan afterward.',
  createAccount: 'Create an account',
} as const;

/** The names of the providers in their own spelling. */
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
