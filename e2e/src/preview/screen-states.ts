import { expect, type Page } from '@playwright/test';

/** A state of the app's window: a scene of the preview, and the steps that lead from there to the state. */
export interface ScreenState {
  /** File name of its screenshot, without extension. */
  readonly name: string;
  /** Query of the preview's URL; see apps/desktop/ui/src/preview.tsx. */
  readonly query: string;
  readonly reach?: (page: Page) => Promise<void>;
  /** For a dialog: the name of the control that has the focus after the dialog is closed. */
  readonly returnsTo?: string;
}

const press =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).click();
  };

const signIn = (...buttons: readonly string[]) => press('Sign in', ...buttons);

async function byPassword(page: Page): Promise<void> {
  await signIn('Email and password')(page);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password').fill('correct horse battery staple');
}

/** Opens the code screen of an account with two-factor. */
async function byCode(page: Page): Promise<void> {
  await byPassword(page);
  await press('Sign in')(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
}

/** Signs in at the second card of the first start; the third follows. */
async function signInFirst(page: Page): Promise<void> {
  await press('Continue')(page);
  await byCode(page);
  await page.getByLabel('Digit 1 of 6').fill('123456');
  await press('Continue')(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This computer is ready');
}

const dialogShown = (page: Page): Promise<void> => page.getByRole('dialog').waitFor();

const home = (scene: string): ScreenState => ({ name: `home-${scene}`, query: `scene=${scene}` });
const onScreen = (screen: string, query = 'scene=connected', name = screen): ScreenState => ({
  name,
  query: `${query}&screen=${screen}`,
});

/** Every screen of the app in each state that looks different. */
export const screenStates: readonly ScreenState[] = [
  home('away'),
  home('other'),
  home('denied'),
  home('disconnected'),
  home('connecting'),
  home('connected'),
  {
    name: 'home-details',
    query: 'scene=connected',
    reach: async (page) => {
      await page.getByText('Connection details').click();
      await page.getByText('ChaCha20-Poly1305').waitFor();
    },
  },
  home('fallback'),
  home('disconnecting'),
  home('blocked'),
  home('refused'),
  home('plan-ended'),
  home('locked-down'),
  home('paused'),
  { name: 'intro', query: 'scene=signed-out' },
  { name: 'intro-held', query: 'scene=signed-out-held' },
  { name: 'onboarding-welcome', query: 'scene=signed-out&first' },
  { name: 'onboarding-account', query: 'scene=signed-out&first', reach: press('Continue') },
  { name: 'onboarding-protection', query: 'scene=signed-out&first', reach: signInFirst },
  {
    name: 'onboarding-connect',
    query: 'scene=signed-out&first',
    reach: (page) => signInFirst(page).then(() => press('Continue')(page)),
  },
  { name: 'sign-in', query: 'scene=signed-out', reach: signIn() },
  { name: 'sign-in-password', query: 'scene=signed-out', reach: byPassword },
  { name: 'sign-in-two-factor', query: 'scene=signed-out', reach: byCode },
  {
    name: 'sign-in-recovery',
    query: 'scene=signed-out',
    reach: async (page) => {
      await byCode(page);
      await press('Use a recovery code')(page);
    },
  },
  {
    name: 'sign-in-code',
    query: 'scene=signed-out',
    reach: signIn('Code on your phone or in your browser'),
  },
  { name: 'sign-in-social', query: 'scene=signed-out', reach: signIn('Continue with Google') },
  onScreen('plans', 'scene=disconnected&account=inactive'),
  onScreen('locations'),
  {
    ...onScreen('locations', 'scene=disconnected', 'locations-none'),
    reach: (page) => page.getByRole('searchbox').fill('Atlantis'),
  },
  onScreen('settings'),
  onScreen('settings', 'scene=lesser', 'settings-lesser'),
  {
    ...onScreen('settings', 'scene=chosen', 'settings-search'),
    reach: (page) => page.getByRole('searchbox').fill('dns'),
  },
  onScreen('settings-file'),
  onScreen('protocol', 'scene=chosen'),
  onScreen('protocol', 'scene=lesser', 'protocol-lesser'),
  onScreen('server', 'scene=chosen'),
  onScreen('names', 'scene=chosen'),
  onScreen('split', 'scene=chosen'),
  onScreen('networks', 'scene=chosen'),
  {
    ...onScreen('networks', 'scene=chosen', 'networks-rule'),
    reach: (page) => page.getByRole('button', { name: 'Save rule' }).scrollIntoViewIfNeeded(),
  },
  onScreen('proxies', 'scene=chosen'),
  onScreen('proxies', 'scene=stopped', 'proxies-stopped'),
  onScreen('forwards', 'scene=chosen'),
  {
    ...onScreen('access', 'scene=chosen'),
    reach: (page) => press('Test all methods')(page).then(() => page.getByText('Works, 412 ms').waitFor()),
  },
  onScreen('multi-hop', 'scene=disconnected'),
  onScreen('own-lists', 'scene=chosen'),
  onScreen('own-lists', 'scene=chosen&empty', 'own-lists-none'),
  onScreen('lists', 'scene=chosen'),
  onScreen('lists', 'scene=paused', 'lists-none'),
  onScreen('routes', 'scene=chosen'),
  onScreen('routes', 'scene=paused', 'routes-none'),
  onScreen('profiles', 'scene=chosen'),
  onScreen('profiles', 'scene=paused', 'profiles-none'),
  onScreen('pause'),
  onScreen('account'),
  onScreen('account', 'scene=connected&account=cancelled', 'account-cancelled'),
  onScreen('account', 'scene=disconnected&account=inactive', 'account-inactive'),
  {
    name: 'account-remove-device',
    query: 'scene=connected&screen=account',
    reach: (page) => press('Remove Old laptop')(page).then(() => dialogShown(page)),
    returnsTo: 'Remove Old laptop',
  },
  {
    name: 'sign-out',
    query: 'scene=connected&screen=account',
    reach: (page) => press('Sign out')(page).then(() => dialogShown(page)),
    returnsTo: 'Sign out',
  },
  onScreen('referral'),
  { ...onScreen('check', 'scene=connected', 'check-protected'), reach: press('Check now') },
  { ...onScreen('check', 'scene=connected&leaking', 'check-leaking'), reach: press('Check now') },
  onScreen('statistics'),
  onScreen('statistics', 'scene=connected&empty', 'statistics-empty'),
  {
    name: 'statistics-forget',
    query: 'scene=connected&screen=statistics',
    reach: (page) => press('Forget statistics')(page).then(() => dialogShown(page)),
    returnsTo: 'Forget statistics',
  },
  onScreen('report'),
  { ...onScreen('report', 'scene=connected', 'report-sent'), reach: press('Send to support') },
  { ...onScreen('report', 'scene=connected&unsent', 'report-unsent'), reach: press('Send to support') },
  { name: 'exit', query: 'scene=connected&quitting', reach: dialogShown, returnsTo: 'Disconnect' },
  { name: 'exit-blocked', query: 'scene=blocked&quitting', reach: dialogShown, returnsTo: 'Try again' },
  {
    name: 'link',
    query: 'scene=connected&link=comet://connect/nl-ams',
    reach: dialogShown,
    returnsTo: 'Disconnect',
  },
  {
    name: 'link-unknown',
    query: 'scene=disconnected&link=comet://connect/xx-nowhere',
    reach: dialogShown,
    returnsTo: 'Connect',
  },
];
