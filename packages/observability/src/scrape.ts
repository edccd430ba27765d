import { listenForScrapes } from './listen.ts';
import type { Metrics } from './metrics.ts';

/** Returns the lines of a scrape that begin with `prefix`, without comments: for tests. */
export async function scrape(metrics: Metrics, prefix = ''): Promise<string[]> {
  const listener = await listenForScrapes(metrics, { host: '127.0.0.1', port: 0 });
  try {
    const response = await fetch(`http://127.0.0.1:${listener.port}/metrics`);
    const lines = (await response.text()).split('\n');
    return lines.filter((line) => line !== '' && !line.startsWith('#') && line.startsWith(prefix));
  } finally {
    await listener.close();
  }
}
