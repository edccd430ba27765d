import { lazy } from 'react';

/** Most people have confirmed their address. Where it is wanted the screen waits for it: it stands above everything else. */
export const UnverifiedBanner = lazy(() => import('./unverified-banner.tsx'));
