import { buildViteApp } from '../vite-app.ts';

/** Builds the dashboard into apps/dashboard/dist if it is missing or outdated. Returns the folder. */
export const buildDashboard = (print: (line: string) => void): Promise<string> =>
  buildViteApp(
    {
      name: 'the dashboard',
      folder: 'apps/dashboard',
      packages: ['client', 'contract', 'foundation', 'texts', 'tunnel-config', 'ui'],
    },
    print,
  );
