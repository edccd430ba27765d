import { scrape } from '@comet/observability/scrape';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';

/** Returns the value of a series such as `name{label="word"}`. Throws if it is missing. */
export async function metricOf(under: ApiUnderTest, series: string): Promise<number> {
  const [line] = await scrape(under.dependencies.metrics, `${series} `);
  if (line === undefined) throw new Error(`There is no metric ${series}`);
  return Number(line.split(' ').at(-1));
}
