import { lazy } from 'react';

/** Loaded when the dialog is first opened. */
export const RefundDialog = lazy(() => import('./refund-dialog.tsx'));
