import { deletionTexts as texts, daysLeft, plural, formatText, formatDay, formatMoney } from '@comet/texts';
import { Button, linkActionClasses, Dialog, Row, Rows } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { userQuery, type Proof, ProofForm } from '../account/index.ts';
import { devicesQuery } from '../devices/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { subscriptionQuery, type Subscription, StoreLink } from '../subscription/index.ts';
import { accountDeletedAddress } from '../../platform/navigation/paths.ts';
import { api, callAs, NetworkError } from '../../platform/data/api.ts';
import { setResponseLost } from '../../platform/storage/drafts.ts';
import { newIdempotencyKey } from '../../platform/data/idempotency-key.ts';
import { accessToken, endSession } from '../../platform/storage/session.ts';
import { ExportAction } from '../export/index.ts';

/** Consequences of a deletion, shown before the request. */
export default function DeleteAccountScreen() {
  const [subscription, devices] = useSuspenseQueries({
    queries: [subscriptionQuery, devicesQuery, userQuery],
  });
  const [now] = useState(() => new Date());
  const [isAsking, setAsking] = useState(false);
  const forfeited = forfeitedDays(subscription.data, now);
  return (
    <SettingsSubPage title={texts.headline} explanation={texts.explanation}>
      <Consequences
        subscription={subscription.data}
        forfeited={forfeited}
        devices={devices.data.devices.length}
      />
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Button weight="danger" onClick={() => setAsking(true)}>
          {texts.open}
        </Button>
        <Link to="/dash/settings/" className={linkActionClasses}>
          {texts.keep}
        </Link>
      </div>
      <DeleteDialog open={isAsking} onClose={() => setAsking(false)} forfeited={forfeited} />
    </SettingsSubPage>
  );
}

/** The remaining days of the plan, today included, which are lost with the account; 0 without an active plan. */
export function forfeitedDays(subscription: Subscription | null, now: Date): number {
  if (subscription === null || subscription.state === 'refunded' || subscription.state === 'expired')
    return 0;
  return daysLeft(subscription.activeUntil, now);
}

interface DeleteDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Days that are lost with the account. */
  readonly forfeited: number;
}

/** The final confirmation. After the deletion, this browser stores nothing of the account. */
function DeleteDialog({ open, onClose, forfeited }: DeleteDialogProps) {
  // The same idempotency key and token for all attempts: if a response was lost, the API returns it again,
  // also after the session has ended.
  const [first] = useState(() => ({ idempotencyKey: newIdempotencyKey(), token: accessToken() ?? '' }));
  useEffect(() => () => setResponseLost(false), []);
  const remove = async (proof: Proof) => {
    const { token, idempotencyKey } = first;
    const dates = await callAs(token, api.deleteAccount, { body: proof, idempotencyKey }).catch((error) => {
      setResponseLost(error instanceof NetworkError);
      throw error;
    });
    endSession(accountDeletedAddress(dates));
    // The page is being unloaded: the form stays busy until then.
    await new Promise(() => {});
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.dialogTitle}
      explanation={
        forfeited === 0
          ? texts.dialogExplanation
          : formatText(plural(forfeited, texts.dialogForfeit), { count: forfeited })
      }
    >
      <ProofForm
        submit={texts.submit}
        weight="danger"
        cancel={texts.keepIt}
        onCancel={onClose}
        onProof={remove}
      />
    </Dialog>
  );
}

interface ConsequencesProps {
  readonly subscription: Subscription | null;
  /** Days that are lost with the account. */
  readonly forfeited: number;
  readonly devices: number;
}

/** The consequences of the deletion row by row: what is lost, and what is kept. */
function Consequences({ subscription, forfeited, devices }: ConsequencesProps) {
  return (
    <Rows>
      <Row term={texts.plan}>{planText(subscription, forfeited)}</Row>
      <Row term={texts.renewal} action={subscription !== null && <StoreLink source={subscription.source} />}>
        {renewalText(subscription)}
      </Row>
      <Row term={texts.devices}>
        {devices === 0
          ? texts.devicesNone
          : formatText(plural(devices, texts.devicesDisconnected), { count: devices })}
      </Row>
      <Row term={texts.sessions}>{texts.sessionsEnded}</Row>
      <Row term={texts.data} action={<ExportAction />}>
        {texts.dataRemoved}
      </Row>
      <Row term={texts.undo}>{texts.undoUntil}</Row>
    </Rows>
  );
}

function planText(subscription: Subscription | null, count: number): string {
  if (subscription === null || count === 0) return texts.planNone;
  const date = formatDay(subscription.activeUntil);
  return formatText(plural(count, texts.daysForfeited), { count, date });
}

function renewalText(subscription: Subscription | null): string {
  if (subscription === null) return texts.renewalNone;
  const { source, nextPayment } = subscription;
  if (source !== 'web')
    return formatText(texts.renewalElsewhere, {
      store: source === 'app_store' ? texts.appStore : texts.playStore,
    });
  if (nextPayment === null) return texts.renewalNone;
  const values = { amount: formatMoney(nextPayment.amount), date: formatDay(nextPayment.at) };
  return formatText(texts.renewalCancelled, values);
}
