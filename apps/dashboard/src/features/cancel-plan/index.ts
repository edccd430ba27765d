import { lazy } from 'react';

/** Fetched when it is first opened. */
export const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));
