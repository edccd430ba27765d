import { LOCALE } from '@comet/texts';
import { checkTexts } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';
import { AddressText, Button, classes, Row, Rows } from '@comet/ui';
import { ScreenFrame } from '../navigation/index.ts';
import { useCommand } from '../../platform/daemon/index.ts';

type CheckResult = ResultOf<'check'>;

interface ReceiptLine {
  readonly term: string;
  readonly value: string;
  /** Whether it is an IP address, not a sentence. */
  readonly address: boolean;
  /** Whether it is a leak. */
  readonly leaks: boolean;
}

interface Receipt {
  /** `warn` if the check has no result, or there is no tunnel. */
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

/** Returns the result of a check as text: the verdict, and a line for each finding. */
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

/** The addresses of this machine as seen from the internet, shown like a receipt. */
export function CheckScreen() {
  const [command, run] = useCommand('check', {});
  const isRunning = command.kind === 'running';
  return (
    <ScreenFrame title={checkTexts.title}>
      <p className="m-0 text-quiet">{checkTexts.why}</p>
      <div role="status" className="flex flex-col gap-5">
        {isRunning && <p className="m-0">{checkTexts.checking}</p>}
        {command.kind === 'failed' && <p className="m-0 text-danger">{command.message}</p>}
        {command.kind === 'done' && <ReceiptOf result={command.result} at={command.at} />}
      </div>
      <div>
        <Button busy={isRunning} weight={command.kind === 'done' ? 'secondary' : 'primary'} onClick={run}>
          {command.kind === 'done' ? checkTexts.again : checkTexts.start}
        </Button>
      </div>
    </ScreenFrame>
  );
}

const colours = { safe: 'text-safe', danger: 'text-danger', warn: 'text-warn' } as const;
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium', dateStyle: 'medium' });

function ReceiptOf({ result, at }: { readonly result: CheckResult; readonly at: number }) {
  const { tone, verdict, means, lines } = receiptOf(result);
  return (
    <>
      <div className="flex flex-col gap-1">
        <h2
          className={classes('m-0 text-[2rem] leading-[1.12] wrap-anywhere sm:text-headline', colours[tone])}
        >
          {verdict}
        </h2>
        <p className="m-0">{means}</p>
      </div>
      <Rows>
        {lines.map(({ term, value, address, leaks }) => (
          <Row key={term} term={term}>
            {address ? (
              <span className="font-mono">
                <AddressText>{value}</AddressText>
              </span>
            ) : (
              value
            )}
            {leaks && <span className="block text-small text-danger">{checkTexts.leak}</span>}
          </Row>
        ))}
        <Row term={checkTexts.at}>{clock.format(at)}</Row>
      </Rows>
    </>
  );
}
