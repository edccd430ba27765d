import { LoadingPage } from '../features/shell/loading.tsx';
import type { Part } from '../platform/router/index.ts';

/** Around what asks the API for something to show: what keeps the answers comes with the first such screen. */
export const withData: Part = { screen: () => import('../data.tsx'), pending: LoadingPage };
