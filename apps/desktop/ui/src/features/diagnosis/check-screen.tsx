import { LOCALE } from '@comet/texts';
import { checkTexts } from '@comet/texts/desktop';
import { Button, classes, Row, Rows } from '@comet/ui';
import { ScreenFrame } from '../navigation/index.ts';
import { type CheckResult, receiptOf } from './receipt.ts';
import { useAsked } from './use-asked.ts';

/** How this machine is seen from outside, as a receipt. */
export function CheckScreen() {
  const [asked, ask] = useAsked('check', {});
  const asking = asked.kind === 'asking';
  return (
    <ScreenFrame title={checkTexts.title}>
      <p className="m-0 text-quiet">{checkTexts.why}</p>
      <div role="status" className="flex flex-col gap-5">
        {asking && <p className="m-0">{checkTexts.checking}</p>}
        {asked.kind === 'refused' && <p className="m-0 text-danger">{asked.why}</p>}
        {asked.kind === 'answered' && <ReceiptOf result={asked.answer} at={asked.at} />}
      </div>
      <div>
        <Button busy={asking} weight={asked.kind === 'answered' ? 'secondary' : 'primary'} onClick={ask}>
          {asked.kind === 'answered' ? checkTexts.again : checkTexts.start}
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
            <span className={classes(address && 'font-mono')}>{value}</span>
            {leaks && <span className="block text-small text-danger">{checkTexts.leak}</span>}
          </Row>
        ))}
        <Row term={checkTexts.at}>{clock.format(at)}</Row>
      </Rows>
    </>
  );
}
