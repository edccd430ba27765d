import { type ApiUnderTest, metricsToken } from '../fixture/api-fixture.ts';

/** Returns the value of a line of `/metrics`, such as `name{label="word"}`. Throws if it is missing. */
export async function metricOf(under: ApiUnderTest, series: string): Promise<number> {
  const answer = await fetch(`${under.baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${series} `));
  if (line === undefined) throw new Error(`There is no metric ${series}`);
  return Number(line.split(' ').at(-1));
}
