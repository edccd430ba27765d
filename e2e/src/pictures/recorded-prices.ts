import { keyOf, readRecording, type Reply } from './recording.ts';

const key = keyOf('GET', '/api/v1/prices', null);
const body = readRecording().answers.subscriber?.[key]?.body as Readonly<
  Record<'stock' | 'sold_out', readonly object[]>
>;

/** Returns a recorded reply with other prices, by the key of its request. */
const withPrices = (changed: object): Readonly<Record<string, Reply>> => ({
  [key]: { status: 200, body: { ...body, ...changed } },
});

/** Recorded prices, and those of states that the recorded stack was not in. */
export const recordedPrices = {
  onSale: withPrices({}),
  offSale: withPrices({
    residential_data: null,
    proxy_traffic: null,
    dedicated_ips: [],
    stock: [],
    sold_out: [],
  }),
  soldOut: withPrices({ stock: [], sold_out: [...body.stock, ...body.sold_out] }),
};
