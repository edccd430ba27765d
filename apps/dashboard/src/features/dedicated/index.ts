import { lazy } from 'react';

/** What a bought address is, and a first connection through it. Fetched where it is shown. */
export const FirstAddressUse = lazy(() => import('./first-address-use.tsx'));
