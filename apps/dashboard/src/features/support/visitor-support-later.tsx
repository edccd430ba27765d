import { later } from '../../platform/screen/later.tsx';

/** The support form for visitors who are not signed in. */
export const VisitorSupport = later(() => import('./visitor-support.tsx'), 4_000);
