export { PortalAction } from './portal-action.tsx';
export { RefundBanner } from './refund-banner.tsx';
export { RefundDialog } from './lazy-refund-dialog.ts';
