import { expect, type Page } from '@playwright/test';

/** A state of the app's window: a scene of the preview, and the steps that lead from there to the state. */
export interface Moment {
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

const signIn = (...ways: readonly string[]) => press('Sign in', ...ways);

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

const asked = (page: Page): Promise<void> => page.getByRole('dialog').waitFor();

const home = (scene: string): Moment => ({ name: `home-${scene}`, query: `scene=${scene}` });
const lying = (screen: string, query = 'scene=connected', name = screen): Moment => ({
  name,
  query: `${query}&screen=${screen}`,
});

/** Every screen of the app in each state that looks different. */
export const moments: readonly Moment[] = [
  home('away'),
  home('other'),
  home('disconnected'),
  home('connecting'),
  home('connected'),
  home('fallback'),
  home('disconnecting'),
  home('blocked'),
  home('refused'),
  home('plan-ended'),
  home('locked-down'),
  home('paused'),
  { name: 'intro', query: 'scene=signed-out' },
  { name: 'intro-held', query: 'scene=signed-out-held' },
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
  lying('plans', 'scene=disconnected&account=inactive'),
  lying('locations'),
  {
    ...lying('locations', 'scene=disconnected', 'locations-none'),
    reach: (page) => page.getByRole('searchbox').fill('Atlantis'),
  },
  lying('settings'),
  lying('settings-file'),
  lying('options', 'scene=chosen'),
  lying('options', 'scene=lesser', 'options-lesser'),
  lying('protocol', 'scene=chosen'),
  lying('protocol', 'scene=lesser', 'protocol-lesser'),
  lying('server', 'scene=chosen'),
  lying('names', 'scene=chosen'),
  lying('split', 'scene=chosen'),
  lying('networks', 'scene=chosen'),
  lying('proxies', 'scene=chosen'),
  lying('proxies', 'scene=stopped', 'proxies-stopped'),
  lying('multi-hop', 'scene=disconnected'),
  lying('pause'),
  lying('account'),
  lying('account', 'scene=connected&account=cancelled', 'account-cancelled'),
  lying('account', 'scene=disconnected&account=inactive', 'account-inactive'),
  {
    name: 'account-remove-device',
    query: 'scene=connected&screen=account',
    reach: (page) => press('Remove Phone')(page).then(() => asked(page)),
    returnsTo: 'Remove Phone',
  },
  {
    name: 'sign-out',
    query: 'scene=connected&screen=account',
    reach: (page) => press('Sign out')(page).then(() => asked(page)),
    returnsTo: 'Sign out',
  },
  lying('referral'),
  { ...lying('check', 'scene=connected', 'check-protected'), reach: press('Check now') },
  { ...lying('check', 'scene=connected&leaking', 'check-leaking'), reach: press('Check now') },
  { ...lying('report'), reach: press('Put it together') },
  { name: 'exit', query: 'scene=connected&quitting', reach: asked, returnsTo: 'Disconnect' },
  { name: 'exit-blocked', query: 'scene=blocked&quitting', reach: asked, returnsTo: 'Try again' },
  {
    name: 'link',
    query: 'scene=connected&link=comet://connect/nl-ams',
    reach: asked,
    returnsTo: 'Disconnect',
  },
  {
    name: 'link-unknown',
    query: 'scene=disconnected&link=comet://connect/xx-nowhere',
    reach: asked,
    returnsTo: 'Connect',
  },
];
