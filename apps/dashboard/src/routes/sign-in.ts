import { createRoute } from '@tanstack/react-router';
import { guardRoute } from '../features/route-guard/index.ts';
import { screen } from '../platform/screen/screen.tsx';
import { texts } from '../platform/navigation/query-string.ts';
import { root } from './root.tsx';

const visitors = guardRoute({ kind: 'visitors' });

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: guardRoute({ kind: 'root' }),
});

const logIn = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: visitors,
  validateSearch: texts('redirect', 'session'),
  component: screen(() => import('../features/log-in/log-in-screen.tsx')),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  beforeLoad: visitors,
  validateSearch: texts('redirect', 'session', 'ref'),
  component: screen(() => import('../features/register/register-screen.tsx')),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  beforeLoad: visitors,
  component: screen(() => import('../features/passwords/forgot-password-screen.tsx')),
});

const downloadApp = createRoute({
  getParentRoute: () => root,
  path: '/download-app',
  beforeLoad: (arrival) =>
    import('../features/download-app/index.ts').then(({ sendToStore }) => sendToStore(arrival)),
});

/** All other paths: redirects a visitor to the registration, a user to home. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '/$',
  beforeLoad: guardRoute({ kind: 'unknown' }),
});

/** Routes for signing in, and unknown paths. They read no data. */
export const signInRoutes = [index, logIn, register, forgotPassword, downloadApp, unknown] as const;
