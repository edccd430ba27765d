import { later } from '../../platform/later.tsx';

/** The way to support for whoever is not signed in. */
export const VisitorSupport = later(() => import('./visitor-support.tsx'), 4_000);
