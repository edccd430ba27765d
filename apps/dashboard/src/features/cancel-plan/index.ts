import { lazy } from 'react';

/** Loaded when the dialog is first opened. */
export const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));
