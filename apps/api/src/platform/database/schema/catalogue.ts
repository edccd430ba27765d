import type { ColumnType, Generated } from 'kysely';

/** Products, prices and discounts. */
export interface CatalogueTables {
  plans: PlansTable;
  prices: PricesTable;
  coupons: CouponsTable;
  couponUses: CouponUsesTable;
}

interface PlansTable {
  id: string;
  months: number;
  priceAmount: number;
  monthlyPriceAmount: number;
  currency: string;
  discountPercent: number;
  trialDays: number;
  freeMonths: number;
  onSale: boolean;
  paddleProductId: string | null;
  paddlePriceId: string | null;
  paddleTrialPriceId: string | null;
}

/** Products besides plans: data by the gigabyte, and dedicated IPs for some months. */
export type PriceKind = 'residential_data' | 'proxy_traffic' | DedicatedIpType;

export type DedicatedIpType = 'dedicated' | 'dedicated_residential';

interface PricesTable {
  /** `residential-data`, `dedicated-12`. */
  id: string;
  kind: PriceKind;
  months: number | null;
  /** For a gigabyte, or for the months. */
  amount: number;
  currency: string;
  onSale: boolean;
  paddleProductId: string | null;
  paddlePriceId: string | null;
}

interface CouponsTable {
  id: Generated<string>;
  /** Upper case. */
  code: string;
  /** One of the two. */
  percent: number | null;
  amount: number | null;
  currency: string;
  /** Restricted to these plans; empty for every plan. */
  plans: string[];
  startsAt: Date | null;
  endsAt: Date | null;
  totalLimit: number | null;
  userLimit: number | null;
  firstPurchaseOnly: boolean;
  paddleDiscountId: ColumnType<string | null, string | null | undefined, string | null>;
  createdAt: Date;
}

/** `held` during the payment of its order; `void` when a payment arrived after another order took the last use. */
export type CouponUseState = 'held' | 'used' | 'released' | 'void';

interface CouponUsesTable {
  id: Generated<string>;
  couponId: string;
  orderId: string | null;
  userId: string | null;
  state: CouponUseState;
  heldAt: Date;
}
