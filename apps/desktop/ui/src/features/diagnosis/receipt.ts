import { checkTexts } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';

export type CheckResult = ResultOf<'check'>;

interface ReceiptLine {
  readonly term: string;
  readonly value: string;
  /** Whether it is an address, rather than words. */
  readonly address: boolean;
  /** It gives this machine away. */
  readonly leaks: boolean;
}

export interface Receipt {
  /** `warn` where the check says nothing, or nothing about a tunnel. */
  readonly tone: 'safe' | 'danger' | 'warn';
  readonly verdict: string;
  readonly means: string;
  readonly lines: readonly ReceiptLine[];
}

const tones = {
  protected: 'safe',
  leaking: 'danger',
  unprotected: 'warn',
  split: 'warn',
  unknown: 'warn',
} as const;

/** What a check found, as it is read: the verdict, and line by line what it rests on. */
export function receiptOf({ verdict, leaks, exit, askers }: CheckResult): Receipt {
  const seen = (term: string, address: string | null, kind: 'ipv4' | 'ipv6'): ReceiptLine => ({
    term,
    value: address ?? checkTexts.nothing,
    address: address !== null,
    leaks: leaks.includes(kind),
  });
  return {
    tone: tones[verdict],
    verdict: checkTexts.verdicts[verdict],
    means: checkTexts.means[verdict],
    lines: [
      seen(checkTexts.ipv4, exit.ipv4, 'ipv4'),
      seen(checkTexts.ipv6, exit.ipv6, 'ipv6'),
      {
        term: checkTexts.names,
        value: askers.length === 0 ? checkTexts.notTold : askers.join(', '),
        address: askers.length > 0,
        leaks: leaks.includes('dns'),
      },
    ],
  };
}
