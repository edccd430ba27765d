import { lazy } from 'react';

/** Fetched when it is first opened. */
export const RefundDialog = lazy(() => import('./refund-dialog.tsx'));
