import { lazy } from 'react';

/**
 * Loaded on demand, since most addresses are confirmed. The screen suspends until it is loaded: it is above
 * all other content, which would move.
 */
export const UnverifiedBanner = lazy(() => import('./unverified-banner.tsx'));
