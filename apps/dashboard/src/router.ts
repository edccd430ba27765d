import { LoadingPage } from './features/shell/loading.tsx';
import { createRouter, type Table } from './platform/router/index.ts';
import { waysIn } from './routes/ways-in.ts';

const HOME = /^\/dash(\/home)?\/?$/i;

/** Every address that is neither a way in nor home. */
export const fetchFurther = async (): Promise<Table> => (await import('./routes/further.ts')).further;

export const router = createRouter({
  table: waysIn,
  awaited: { pending: LoadingPage },
  further: async (path) => (HOME.test(path) ? (await import('./routes/home.ts')).home : fetchFurther()),
});
