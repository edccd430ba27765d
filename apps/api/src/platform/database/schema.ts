import type { AccountTables } from './schema/accounts.ts';
import type { SignInTables } from './schema/sign-in.ts';
import type { FleetTables } from './schema/fleet.ts';
import type { ExitTables } from './schema/exits.ts';
import type { CatalogueTables } from './schema/catalogue.ts';
import type { PaymentTables } from './schema/payments.ts';
import type { SubscriptionTables } from './schema/subscriptions.ts';
import type { PurchaseTables } from './schema/purchases.ts';
import type { OperationTables } from './schema/operation.ts';
import type { StatusTables } from './schema/status.ts';

export type { SignInMethod, EmailLinkPurpose, HeldSignIns, Platform } from './schema/accounts.ts';
export type {
  PasskeyPurpose,
  SocialProvider,
  Opener,
  SocialRefusal,
  PendingReason,
} from './schema/sign-in.ts';
export type { PriceKind, DedicatedIpType, CouponUseState } from './schema/catalogue.ts';
export type {
  OrderState,
  PaymentMethod,
  PaymentProvider,
  PlanReturnReason,
  StoredOrderLine,
  OrderItem,
  SubscriptionItem,
} from './schema/payments.ts';
export type {
  SubscriptionState,
  CancellationReason,
  FreeDaysReason,
} from './schema/subscriptions.ts';
export type { DataProduct, StockProduct, WhenEmpty } from './schema/purchases.ts';
export type { OperatorAction, OperatorRole, TicketState } from './schema/operation.ts';

/** Written by hand to match the migrations, one file per area; the CamelCasePlugin translates the names. */
export interface Schema
  extends AccountTables,
    SignInTables,
    FleetTables,
    ExitTables,
    CatalogueTables,
    PaymentTables,
    SubscriptionTables,
    PurchaseTables,
    OperationTables,
    StatusTables {}
