import { lazyComponent } from '../../platform/screen/lazy-component.tsx';

/** The support form for visitors who are not signed in. */
export const VisitorSupport = lazyComponent(() => import('./visitor-support.tsx'), 4_000);
