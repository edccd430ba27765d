import { admit } from '../features/gate/index.ts';
import { LoadingPage } from '../features/shell/loading.tsx';
import { ScreenError } from '../features/shell/page-error.tsx';
import type { Part } from '../platform/router/index.ts';
import { withData } from './with-data.ts';

const usersOnly = admit({ kind: 'users', fallback: 'login' });

/** For those screens that an app or a mail may open with a token that works once. */
export const usersWithToken = admit({ kind: 'users', fallback: 'login', acceptsOneTimeToken: true });

/** One for all screens of the dashboard: from one to the next it stays as it is. */
const frame: Part = {
  screen: () => import('../features/shell/dash-layout.tsx'),
  pending: LoadingPage,
  within: withData,
};

/** A screen of the dashboard: what goes wrong in it leaves the menu where it is. */
export const inDash = (screen: NonNullable<Part['screen']>, more: Part = {}): Part => ({
  admit: usersOnly,
  screen,
  failed: ScreenError,
  within: frame,
  ...more,
});
