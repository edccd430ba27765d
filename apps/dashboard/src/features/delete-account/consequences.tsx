import { deletionTexts as texts, formatDay, formatMoney, plural, say } from '@comet/texts';
import { Row, Rows } from '@comet/ui';
import { ExportAction } from '../export/index.ts';
import { StoreLink, type Subscription } from '../subscription/index.ts';

interface ConsequencesProps {
  readonly subscription: Subscription | null;
  /** Days that go with the account. */
  readonly forfeited: number;
  readonly devices: number;
}

/** What ends with the account, row by row, and what does not. */
export function Consequences({ subscription, forfeited, devices }: ConsequencesProps) {
  return (
    <Rows>
      <Row term={texts.plan}>{planWords(subscription, forfeited)}</Row>
      <Row term={texts.renewal} action={subscription !== null && <StoreLink source={subscription.source} />}>
        {renewalWords(subscription)}
      </Row>
      <Row term={texts.devices}>
        {devices === 0
          ? texts.devicesNone
          : say(plural(devices, texts.devicesDisconnected), { count: devices })}
      </Row>
      <Row term={texts.sessions}>{texts.sessionsEnded}</Row>
      <Row term={texts.data} action={<ExportAction />}>
        {texts.dataRemoved}
      </Row>
      <Row term={texts.undo}>{texts.undoUntil}</Row>
    </Rows>
  );
}

function planWords(subscription: Subscription | null, count: number): string {
  if (subscription === null || count === 0) return texts.planNone;
  const date = formatDay(subscription.activeUntil);
  return say(plural(count, texts.daysForfeited), { count, date });
}

function renewalWords(subscription: Subscription | null): string {
  if (subscription === null) return texts.renewalNone;
  const { source, nextPayment } = subscription;
  if (source !== 'web')
    return say(texts.renewalElsewhere, { store: source === 'app_store' ? texts.appStore : texts.playStore });
  if (nextPayment === null) return texts.renewalNone;
  const values = { amount: formatMoney(nextPayment.amount), date: formatDay(nextPayment.at) };
  return say(texts.renewalCancelled, values);
}
