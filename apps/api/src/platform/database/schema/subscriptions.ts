import type { ColumnType, Generated } from 'kysely';
import type { PaymentMethod, PaymentProvider } from './payments.ts';

/** Subscriptions, and free time. */
export interface SubscriptionTables {
  subscriptions: SubscriptionsTable;
  subscriptionGrants: SubscriptionGrantsTable;
  freeDays: FreeDaysTable;
  freeDaysTakenBack: { freeDaysId: string; takenBackAt: Date };
  referralCodes: { userId: string; code: string; createdAt: Date };
  referrals: { friendId: string; referrerId: string | null; claimedAt: Date };
}

export type SubscriptionState = 'trialing' | 'active' | 'past_due' | 'cancelled' | 'refunded' | 'expired';

type SubscriptionSource = 'web' | 'app_store' | 'play_store';

export type CancellationReason = 'price' | 'unused' | 'technical' | 'other';

interface SubscriptionsTable {
  id: Generated<string>;
  userId: string;
  /** Null for an app store subscription. */
  orderId: string | null;
  planId: string;
  months: number;
  state: SubscriptionState;
  source: ColumnType<SubscriptionSource, SubscriptionSource | undefined, SubscriptionSource>;
  /** The store's id of the purchase. */
  storeReference: ColumnType<string | null, string | null | undefined, string | null>;
  paddleSubscriptionId: string | null;
  startedAt: Date;
  activeUntil: Date;
  accessUntil: Date;
  nextPaymentAmount: number | null;
  nextPaymentAt: Date | null;
  currency: string;
  paymentKind: PaymentMethod | null;
  paymentLastDigits: string | null;
  /** End of access by payments, without free days. */
  paidUntil: Date;
  /** The date of the next payment that was last requested from the provider. */
  nextPaymentRequestedAt: Date | null;
  endedAt: Date | null;
  /** When the remaining days were forfeited with the account. */
  forfeitedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The reason that its owner gave when cancelling, if any. */
  cancellationReason: ColumnType<
    CancellationReason | null,
    CancellationReason | null | undefined,
    CancellationReason | null
  >;
  /** When the provider was last queried about an overdue renewal. */
  providerAskedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  trialRemindedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The `activeUntil` for which reminders were last considered, and when they are considered next; null for not again. */
  reminderFor: ColumnType<Date | null, undefined, never>;
  nextReminderAt: ColumnType<Date | null, undefined, never>;
  createdAt: Date;
}

interface SubscriptionGrantsTable {
  provider: PaymentProvider;
  transactionId: string;
  subscriptionId: string;
  kind: 'trial' | 'payment';
  startsAt: Date;
  /** The end of the paid time; free time follows. */
  boughtUntil: Date;
  endsAt: Date;
  /** It began where a plan change ended the previous period early. */
  isPlanChange: boolean;
  freeMonths: number;
  amount: number;
  currency: string;
  grantedAt: Date;
}

export type FreeDaysReason = 'referral' | 'operator';

/** Free days. Rows are immutable. */
interface FreeDaysTable {
  id: Generated<string>;
  userId: string;
  days: number;
  reason: FreeDaysReason;
  /** The cause of the days, unique. */
  cause: string;
  givenAt: Date;
}
