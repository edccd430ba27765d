import { lazy } from 'react';

/** Loaded on demand: most addresses are confirmed. The screen suspends for it, because it is above everything else. */
export const UnverifiedBanner = lazy(() => import('./unverified-banner.tsx'));
