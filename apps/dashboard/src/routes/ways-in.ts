import { admit } from '../features/gate/index.ts';
import type { FirstAddress, Part } from '../platform/router/index.ts';

const visitors = admit({ kind: 'visitors' });

/** The ways into an account: what a page that opens is told of at once. */
export const waysIn: Readonly<Record<FirstAddress, Part>> = {
  '/': { admit: admit({ kind: 'root' }) },
  '/login': { admit: visitors, screen: () => import('../features/log-in/log-in-screen.tsx') },
  '/register': { admit: visitors, screen: () => import('../features/register/register-screen.tsx') },
  '/reset-password': {
    admit: visitors,
    screen: () => import('../features/passwords/forgot-password-screen.tsx'),
  },
};
