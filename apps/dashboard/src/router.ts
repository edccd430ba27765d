import { LoadingPage } from './features/shell/loading.tsx';
import { createRouter } from './platform/router/index.ts';
import { waysIn } from './routes/ways-in.ts';

export const router = createRouter({
  table: waysIn,
  awaited: { pending: LoadingPage },
  further: async () => (await import('./routes/further.ts')).further,
});
