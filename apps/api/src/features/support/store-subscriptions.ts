import * as z from 'zod/mini';

const time = z.iso.datetime();

/** One plan that an app store has sold, as its operator console exports it. */
const entry = z.strictObject({
  account: z.string().check(z.minLength(1), z.maxLength(254)),
  source: z.enum(['app_store', 'play_store']),
  store_reference: z.string().check(z.regex(/^[\w.:-]{1,120}$/)),
  plan: z.string().check(z.minLength(1), z.maxLength(40)),
  started_at: time,
  active_until: time,
  renews: z.boolean(),
});

export interface StoreSubscription {
  /** An address or an id. */
  readonly account: string;
  readonly source: 'app_store' | 'play_store';
  readonly storeReference: string;
  readonly planId: string;
  readonly startedAt: Date;
  readonly activeUntil: Date;
  readonly renews: boolean;
}

/** Reads a file of such plans, a JSON array. Throws one line for each entry that is wrong: nothing is taken of a file with errors. */
export function readStoreSubscriptions(text: string): readonly StoreSubscription[] {
  const json = parse(text);
  const wrong: string[] = [];
  const seen = new Set<string>();
  const read = json.flatMap((one, index): StoreSubscription[] => {
    const parsed = entry.safeParse(one);
    if (!parsed.success) {
      const what = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'entry'}: ${message}`);
      wrong.push(`Entry ${index + 1}: ${what.join('; ')}`);
      return [];
    }
    const { account, source, store_reference: storeReference, plan: planId, renews } = parsed.data;
    const [startedAt, activeUntil] = [new Date(parsed.data.started_at), new Date(parsed.data.active_until)];
    if (activeUntil <= startedAt) wrong.push(`Entry ${index + 1}: active_until is not after started_at`);
    const key = `${source} ${storeReference}`;
    if (seen.has(key)) wrong.push(`Entry ${index + 1}: ${key} stands in the file before`);
    seen.add(key);
    return [{ account, source, storeReference, planId, startedAt, activeUntil, renews }];
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return read;
}

function parse(text: string): readonly unknown[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON');
  }
  if (!Array.isArray(json)) throw new Error('The file is not a JSON array of subscriptions');
  return json;
}
